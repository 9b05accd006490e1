# `make run` to see it work, `make check` after each small change, `make test` before you propose one, `make test-all` for
# everything that must hold.

INDEX   ?= tabiya-index
LISTEN  ?= 127.0.0.1:8080
EXAMPLE := r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1
TABIYA  := target/release/tabiya

.PHONY: run build page check test test-all bench load fuzz match strength version dist image \
	format files lints rust webui browser openapi \
	slow portable looks schemathesis clients mcp release

# Builds, indexes Carlsen's games (those in the index already are skipped), shows ten positions
# similar to the example, and serves.
run: build
	$(TABIYA) ingest data/carlsen.pgn --index $(INDEX)
	$(TABIYA) similar "$(EXAMPLE)" --index $(INDEX)
	$(TABIYA) serve --index $(INDEX) --listen $(LISTEN)

build: page
	cargo build --release --locked

# The page, which is built into the binary. Without Node the binary says how to get it.
ifneq ($(shell command -v npm),)
page: web/dist/index.html
else
page:
	@echo "No Node here (https://nodejs.org, 20.19 or newer): what is built serves the API without the page."
endif

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund

# fields.ts and openapi.ts are made of the document.
web/dist/index.html: web/node_modules/.package-lock.json web/index.html web/vite.config.ts data/carlsen.pgn api/openapi.json \
		$(shell find web/src web/public -type f ! -name fields.ts ! -name openapi.ts)
	cd web && npm run build

# The daily loop, offline once the dependencies are there. CRATE=similarity checks all crates, as far as a change of that
# one can break them, and runs the tests of that one alone.
CRATE ?=

check:
ifeq ($(CRATE),)
	@echo "make check: all crates and the web UI; usually a minute and a half after a small change (CONTRIBUTING.md)"
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- -D warnings
	cargo test --locked --workspace --lib --bins --quiet
	cargo test --locked -p tabiya-testing --quiet
ifneq ($(wildcard web/node_modules/.package-lock.json),)
	cd web && npm run check
else
	@echo "The page is not checked: make page installs what that takes."
endif
else
	@echo "make check CRATE=$(CRATE): usually half a minute after a small change (CONTRIBUTING.md)"
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- -D warnings
	cargo test --locked -p tabiya-$(CRATE:tabiya-%=%) --quiet
endif

# What protects a change, in the order in which mistakes are found soonest: `.ci/run` calls it for every one.
INNER := format files rust webui openapi browser
# Everything else, with INNER every night and before a release. CONTRIBUTING.md says which stage a change asks for.
OUTER := lints slow portable looks schemathesis clients mcp release

test: page
	tools/stages $(INNER)

test-all: page
	tools/stages $(INNER) $(OUTER)

format:
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check

# Workflows, licences and lock files.
files:
	cargo metadata --locked --format-version 1 --manifest-path fuzz/Cargo.toml >/dev/null
	venv=$$(tools/venv) && "$$venv/bin/check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/*.yml
	tools/deny

# All crates, with examples and benchmarks, which `rust` leaves out.
lints:
	cargo clippy --locked --workspace --all-targets -- -D warnings
	cargo clippy --locked --no-default-features -- -D warnings

# Always the whole workspace: without one of its crates others would be compiled again, with fewer features. The
# compiler also runs Clippy and rustdoc.
CARGO_TEST := RUSTC_WORKSPACE_WRAPPER="$(CURDIR)/tools/rustc" RUST_TEST_THREADS=4 cargo test --locked --workspace

# All Rust tests but those that `slow` adds. Tests of the cluster wait for OpenSearch most of the time, so they run beside
# the rest; others wait for servers, so more tests run at once than there are processors.
rust: target/debug/tabiya
	mkdir -p target/tmp
	{ $(CARGO_TEST) --test cluster && $(CARGO_TEST) --doc; } >target/tmp/cluster.log 2>&1 & \
	$(CARGO_TEST) --lib --bins --test tests --test program; rest=$$?; \
	wait $$!; cluster=$$?; cat target/tmp/cluster.log; exit $$((rest | cluster))

# The program that other tests use, and all Rust tests, compiled.
target/debug/tabiya: FORCE
	$(CARGO_TEST) --no-run --lib --bins --tests
FORCE:

# The tests that `rust` leaves out, which `#[ignore]` marks; one of them needs a file that is not here.
slow: target/debug/tabiya
	$(CARGO_TEST) --lib --bins --tests -- --ignored --skip a_large_sample

# What is for Windows and macOS alone, as far as Rust checks it.
portable:
	packaging/portable

ifneq ($(shell command -v npm),)
# Types, lints and unit tests of the page.
webui: page
	cd web && npm run check

# The page in a browser, against the real server: what people do there.
browser: page target/debug/tabiya
	cd web && npm run browser -- --grep-invert @looks

# The views once more: in other languages, on other screens, without the server.
looks: page target/debug/tabiya
	cd web && npm run browser -- --grep @looks

# The OpenAPI document before linters; `rust` has a test that it is the program's.
openapi:
	tools/clients/lint

# The API against its OpenAPI document. The seed is fixed, so that a failure is the fault of the change; the nightly
# workflow sets others.
schemathesis: target/debug/tabiya
	EXAMPLES=$${EXAMPLES:-100} tools/schemathesis/run target/debug/tabiya

# Clients that generators make of the OpenAPI document, and our own, against a server.
clients: web/node_modules/.package-lock.json target/debug/tabiya
	tools/clients/run target/debug/tabiya

# The Model Context Protocol: the official conformance suite, and 200 calls with the official client.
mcp: target/debug/tabiya
	tools/mcp/run target/debug/tabiya
else
webui browser looks openapi clients mcp:
	@echo "No Node here: $@ is not tested."
endif

# The archive, install.sh and the image, made of the binary that the other tests have been built with, where nothing else
# is. `make dist` makes a release, and tries that.
release: target/debug/tabiya
	packaging/dist --binary target/debug/tabiya
	"$$(tools/venv)/bin/python" -m pytest -q packaging

# A release for Linux: static binaries for three kinds of processors, archives, packages, images, lists of what is in
# them, sums. It compiles everything three times, and needs the network the first time.
dist:
	packaging/dist
	"$$(tools/venv)/bin/python" -m pytest -q packaging

# The image for this machine's processor: docker load < target/dist/tabiya-VERSION-PROCESSOR.oci.tar
image:
	packaging/dist "$$(uname -m)"
	"$$(tools/venv)/bin/python" -m pytest -q packaging

# The parts of search and ingest, one by one. The README's speeds are those of `tabiya bench` and `tabiya ingest`.
bench:
	cargo bench --locked -p tabiya-index

# Ten minutes of searches by 16 clients with imports at the same time, against the index in TABIYA_INDEX or one
# of Carlsen's games; needs wrk. A minute: make load SECONDS=60
SECONDS ?= 600

load: build
	tools/load.py $(TABIYA) --seconds $(SECONDS)

# Hours of odd input, ten minutes for each target; needs the nightly compiler and cargo-fuzz.
# One of them for a minute: make fuzz TARGET=fen SECONDS=60
TARGET ?=

fuzz:
	fuzz/run $(SECONDS) $(TARGET)

# How strong the engine is: docs/engine.md has the last results. These need python-chess, a machine
# that does nothing else, and the opponents in the PATH (Debian has them in /usr/games).
# Another match: make match OPPONENT=gnuchess\ --uci GAMES=20
OPPONENT ?= stockfish
GAMES    ?= 100
MATCH    ?= --movetime 60 --nodes2 65000 --option2 UCI_LimitStrength=true --option2 UCI_Elo=2000

match: build
	tools/match.py "$(TABIYA) uci" "$(OPPONENT)" --games $(GAMES) $(MATCH)

# Seven minutes: a second each for Win at Chess and Bratko and Kopec, 50 ms for the 1,500 of the third.
strength: build
	tools/strength.py "$(TABIYA) uci" --movetime 1000 data/suites/wac.epd engine/data/bk.epd
	tools/strength.py "$(TABIYA) uci" --movetime 50 data/suites/STS1-STS15_LAN_v3.epd

# Gives everything that names the version another one: make version VERSION=0.2.0
version:
	test -n "$(VERSION)"
	perl -pi -e 's/version = "[^"]*"/version = "$(VERSION)"/ if /^version = |path = /' Cargo.toml
	cargo update --workspace --offline
	cargo update --workspace --offline --manifest-path fuzz/Cargo.toml
	cd web && npm version --no-git-tag-version --allow-same-version "$(VERSION)"
	cd clients/typescript && npm version --no-git-tag-version --allow-same-version "$(VERSION)"
	perl -pi -e 's/^__version__ = "[^"]*"/__version__ = "$(VERSION)"/' clients/python/src/tabiya/__init__.py
	perl -pi -e 's/tabiya +\K\d+\.\d+\.\d+/$(VERSION)/i' README.md docs/guide.md docs/api.md
	TABIYA_EXAMPLES=write $(CARGO_TEST) --test tests -- openapi::examples_are_true
	TABIYA_OPENAPI=write $(CARGO_TEST) --test tests -- openapi::document_is_published
