"""The face over HTTP: everything that the command line does, for programs and for a browser."""
