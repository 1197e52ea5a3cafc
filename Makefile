# The front door. `make` alone lists what there is.
# PORT, DATABASE_URL and the other variables of the README are honoured: make run PORT=8001

SHELL := /bin/sh
PY := .venv/bin/python
.DEFAULT_GOAL := help
.PHONY: help run demo test lint format bench shots tool lock vendor messages clean
export PORT DATABASE_URL
# An empty environment is enough: then programs are looked for where a Debian machine has them.
export PATH := $(or $(PATH),/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name what; do \
		printf '  make %-9s %s\n' "$$name" "$$what"; done

run: ## serve the demonstration on http://127.0.0.1:8000 until Ctrl-C
	@python=$$(scripts/environment.sh python) && $$python scripts/serve.py --check
	@scripts/environment.sh app
	@exec $(PY) scripts/serve.py

demo: ## load the demonstration and export its PDF, without serving
	@scripts/environment.sh app
	@$(PY) scripts/serve.py --prepare

test: ## run every test that this machine can run, and say which were left out
	@scripts/environment.sh dev
	@$(PY) scripts/test.py

lint: ## check style, types, templates, the import law and what must not be written
	@scripts/environment.sh dev
	@$(PY) scripts/lint.py

format: ## write code and templates in the house style
	@scripts/environment.sh dev
	@.venv/bin/ruff check --fix --quiet . ; .venv/bin/ruff format --quiet . ; .venv/bin/djade --target-version 5.2 $$(git ls-files 'templates/*.html')

bench: ## measure documents, pages, matching and reading evidence, printed as ratios
	@scripts/environment.sh dev
	@$(PY) -m bench

shots: ## make the pictures in docs/screenshots
	@scripts/environment.sh dev
	@$(PY) scripts/shots.py

tool: ## build dist/recovery.pyz, the one-file program for suppliers
	@python=$$(scripts/environment.sh python) && $$python scripts/tool.py

lock: ## pin the newest fitting packages again, with hashes
	@scripts/environment.sh dev
	@scripts/lock.sh

vendor: ## fetch fonts, Bootstrap and htmx again from their npm packages
	@python=$$(scripts/environment.sh python) && $$python scripts/vendor.py

messages: ## collect the translatable sentences for one language: make messages TO=de
	@command -v xgettext >/dev/null || { echo "GNU gettext is missing; on Debian or Ubuntu run: apt install gettext"; exit 1; }
	@[ -n "$(TO)" ] || { echo "Name the language: make messages TO=de"; exit 1; }
	@scripts/environment.sh dev
	@mkdir -p locale && $(PY) manage.py makemessages --locale $(TO) --no-obsolete --ignore '.venv/*' --ignore 'static/*'

clean: ## remove .venv, dist/ and caches; var/ with its database stays
	@rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
