"""Methods: presets over the steps, as TOML."""
