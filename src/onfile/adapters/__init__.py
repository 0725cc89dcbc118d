"""The only imports of third-party engines."""
