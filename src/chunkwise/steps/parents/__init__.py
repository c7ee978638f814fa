"""Small to big: which chunk returns for which."""
