# Everything runs in .venv, which the first command makes.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test check bench clean

demo: .venv/ready  ## parse and chunk the examples, then index them and ask
	$(BIN)/python examples/demo.py
	$(BIN)/python examples/questions.py

test: .venv/ready  ## all tests
	$(BIN)/python -m pytest

check: .venv/ready  ## format, lint, types, layers, dependencies
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deptry src

bench: .venv/ready  ## the quick benchmarks
	$(BIN)/python benchmarks/counting.py

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis dist build

.venv/ready: pyproject.toml scripts/setup tests/models-requirements.txt
	PYTHON=$(PYTHON) scripts/setup
