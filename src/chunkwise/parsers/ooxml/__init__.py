"""What the readers of Word, Excel and PowerPoint files share: the package, its XML, drawings, formulas."""
