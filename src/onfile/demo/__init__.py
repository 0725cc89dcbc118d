"""A made-up archive with every hard case in it: companies, calls and projects all invented."""

from onfile.demo.archive import write_archive

__all__ = ["write_archive"]
