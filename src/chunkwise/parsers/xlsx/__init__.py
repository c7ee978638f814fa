"""Workbooks: XLSX and XLSM by their XML, XLS, XLSB and ODS through calamine."""
