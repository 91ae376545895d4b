# Everything that a developer of Quatre types. `make help` lists it.

GO       ?= go
NPM      := npm --prefix frontend
MAKE_ALL := $(MAKE) --no-print-directory
TIMED    := scripts/timed
FUZZTIME ?= 30s
ROUND    ?= 2m
ROOMS    ?= 100000
IMAGE    ?= quatre-service:0.1.0
MODULES  := frontend/node_modules/.package-lock.json
PAGE     := frontend/dist/index.html
# The Go packages that play in the page without a hub: frontend/local imports them.
LOCAL    := frontend/local $(addprefix internal/,aiworker/values custom hub/wire local minimax minimax/book minimax/heuristic \
              minimax/learn minimax/match minimax/solver notation plainjson reasons room room/analysis room/archive room/mailbox room/play room/storage rules)
SOURCES  := go.mod frontend/local/build.sh \
            $(foreach d,$(LOCAL),$(filter-out %_test.go,$(wildcard $d/*.go))) $(wildcard internal/minimax/book/data/*) internal/room/scripts.json $(wildcard internal/puzzle/data/*.txt) \
            $(shell find frontend/src frontend/public frontend/messages frontend/project.inlang/settings.json \
              frontend/index.html frontend/vite.config.ts frontend/package.json -type f -not -path '*/paraglide/*' -not -name schemas.d.ts)

# COMPUTING matches packages that only compute. They are tested without the race detector, which
# makes them ten times slower: the few of their tests that start goroutines run with it in
# `make long`, and so do all tests of the programs that share what these packages compute.
COMPUTING := /(internal/(minimax|reasons|rules|notation|picture|puzzle|custom|names|plainjson|tools|hub/(shed|wire)|room/(analysis|archive))|cmd/(aiworker|play/texts))(/|$$)|internal(/room)?$$
# The tests of STARTING start programs and look at what they do: the race detector would watch the tests only.
STARTING  := /(cmd/(hub|loadgen|internal/cli)|internal/bot|frontend/local)$$
# Packages that only `make long` tests.
LONG      := /(chaos|upgrade)$$
packages   = $$($(GO) list ./... | grep -E $(1))
others     = $$($(GO) list ./... | grep -Ev $(1))

# How many packages are tested at once. Many tests wait for servers and timers. The packages
# in FIRST wait longest.
AT_ONCE ?= 3
FIRST   := ./internal/room/ledger ./internal/hub

.PHONY: help run build test test-steps long long-steps one one-steps setup page lint lint-go lint-page go go-race go-plain \
  deploy packages release check faults deep deep-steps pictures e2e e2e-long lighthouse bench chaos upgrade microbench fuzz shots image clean
.DEFAULT_GOAL := help

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: page ## build the page and run a hub on http://localhost:8080, with the embedded store and the AI inside
	$(GO) build -buildvcs=auto -o bin/quatre ./cmd/hub # the hub shows the commit, whatever GOFLAGS says
	exec bin/quatre

build: page ## build the programs for production into bin/, without symbols and debug information
	CGO_ENABLED=0 $(GO) build -buildvcs=auto -trimpath -ldflags "-s -w" -o bin/ ./cmd/...
	mv bin/hub bin/quatre; mv bin/aiworker bin/quatre-worker; mv bin/play bin/quatre-play

test: ## what must pass before a change lands: some eight minutes on two idle cores
	+@$(TIMED) "make test" all $(MAKE_ALL) test-steps

long: ## all other tests: faults, upgrades, whole games, deployment, pictures, the pages around a game; some 11 minutes, 16 the first time
	+@$(TIMED) "make long" all $(MAKE_ALL) long-steps

# The browser tests keep both cores busy, so nothing runs beside them.
test-steps: setup $(MODULES)
	+@$(MAKE_ALL) -j2 --output-sync=target page lint-page
	+@$(MAKE_ALL) -j3 --output-sync=target go-race go-plain check lint-go
	+@$(MAKE_ALL) e2e

# Tests that wait and tests that compute run at the same time. Lighthouse measures times.
long-steps: setup page
	+@$(MAKE_ALL) -j2 --output-sync=target setup faults deep e2e-long deploy packages pictures
	+@$(MAKE_ALL) lighthouse

one: ## test one package while you change it, in half a minute: make one PKG=./internal/room
	+@$(TIMED) "make one" "vet, tests of $(PKG) with the race detector, rules of imports" $(MAKE_ALL) one-steps

one-steps:
	@[ -n "$(PKG)" ] || { echo "Which package? make one PKG=./internal/room"; exit 1; }
	$(GO) vet $(PKG)
	$(GO) test -race $(PKG)
	$(GO) test ./internal

setup: ## install redis-server, chromium, nginx, Prometheus, Alertmanager, tmux and packages for Python if they are missing
	@scripts/setup.sh

$(MODULES): frontend/package-lock.json
	$(NPM) ci --no-audit --no-fund
	@touch $@

$(PAGE): $(MODULES) $(SOURCES)
	@$(TIMED) page "the page is built" $(NPM) run build
	@touch $@

page: $(PAGE) ## build the page into frontend/dist, from where the hub embeds it

lint: lint-go lint-page ## vet, staticcheck, doc comments, gofumpt, eslint, prettier

lint-go: page
	@$(TIMED) lint "vet, staticcheck, doc comments, gofumpt" sh -ec '\
	  $(GO) vet ./...; \
	  GOOS=js GOARCH=wasm $(GO) vet ./frontend/local ./internal/minimax; \
	  $(GO) tool staticcheck ./...; $(GO) test -count 1 -vet=off -run ExportedNames ./internal; \
	  unformatted=$$($(GO) tool gofumpt -l chaos cmd deploy frontend/*.go frontend/local internal upgrade); \
	  if [ -n "$$unformatted" ]; then echo "gofumpt would change: $$unformatted"; exit 1; fi'

lint-page: $(MODULES)
	@$(TIMED) lint-page "eslint, prettier" $(NPM) run lint

# On a file system in memory, hubs, stores and Redis do not wait for a disk at each commit. A test
# kills processes, never the machine, so what they have written is there in either case.
TEST := $(shell [ "$$(df --output=avail /dev/shm 2>/dev/null | tail -1)" -gt 4000000 ] 2>/dev/null && echo env TMPDIR=/dev/shm) $(GO) test

# -count 1 forbids results of earlier runs: the go command does not notice changes in the
# programs that a test builds and starts. -short leaves out what `make long` runs. -vet=off:
# `make lint` vets everything.
QUICK := -count 1 -short -vet=off
go: go-race go-plain ## Go tests, with the race detector where goroutines share memory

go-race: page
	@$(TIMED) race "Go tests with the race detector" \
	  $(TEST) -race $(QUICK) -p $(AT_ONCE) $(FIRST) $(call others,'$(COMPUTING)|$(STARTING)|$(LONG)')

go-plain: page
	@$(TIMED) go "Go tests of the packages that compute, and of programs" \
	  $(TEST) $(QUICK) $(call packages,'$(COMPUTING)|$(STARTING)')

deploy: page ## test the image, Compose, Kubernetes, proxy, alerts and dashboards, in a Go module of their own
	@$(TIMED) deploy "image, Compose, Kubernetes, proxy, alerts, dashboards" sh -ec '\
	  for module in deploy deploy/release; do (cd $$module; $(GO) vet ./...; $$($(GO) -C $(CURDIR) tool -n staticcheck) ./...); done; \
	  $(GO) -C deploy test $(QUICK) ./...'

packages: page ## test releases: the same bytes twice, installed in a fresh Debian
	@$(TIMED) packages "releases: the same bytes twice, installed in a fresh Debian" $(GO) -C deploy/release test $(QUICK) -v ./...

check: setup $(MODULES) $(PAGE) ## the page: types, unit tests, components in a browser, size of the first load
	@$(TIMED) check "types, unit tests, components and size of the page" sh -c '$(NPM) run check && $(NPM) test && $(NPM) run size'

pictures: setup page ## pictures of boards and moments against the kept ones, and scenes with the widest names
	@$(TIMED) pictures "pictures of boards and moments, and the widest names" $(NPM) run pictures

e2e: setup page ## browser tests against real hubs, workers and Redis: how people meet and play
	@$(TIMED) browser "browser tests" $(NPM) run e2e -- --project pages

e2e-long: setup page ## browser tests of everything around a game, without a network, and by ear
	@$(TIMED) browser "browser tests of everything around a game" $(NPM) run e2e -- --project long

lighthouse: setup page ## speed and accessibility of the page on a slow telephone
	@$(TIMED) lighthouse "Lighthouse" $(NPM) run lighthouse

# The programs under test are built without the race detector.
faults: page
	@$(TIMED) faults "faults, upgrades" \
	  sh -c '$(GO) test -v -count 1 ./chaos && $(GO) test -v -count 1 ./upgrade'

# Low priority, because the fault tests run at the same time and measure time.
deep: page
	+@$(TIMED) computing "packages that compute, whole games, loads, Clusters" nice $(MAKE_ALL) deep-steps

# COUNTING is where -short leaves tests out, or tries less, that need no race detector. left_out matches those tests.
COUNTING := ./cmd/aiworker ./cmd/loadgen ./internal/minimax ./internal/puzzle ./internal/reasons ./internal/rules
left_out  = $$(find $(COUNTING) -name '*_test.go' | xargs awk '/^func Test/ {split($$2, name, "(")} /testing\.Short/ {print name[1]}' | sort -u | paste -sd '|')

# LONGER matches tests of goroutines that -short leaves out, or tries less. What they call is tested with the race detector
# by `make test`.
LONGER := RandomDelegations|Conformance/Cluster|Conformance/.*/Restore|Model|CostCoversRedis|Shard|DamagedPages|HostileFrames|ScreensFitTheWindow|AnalysisInCluster|Notebook|PerfectLatency

deep-steps:
	for system in windows darwin; do GOOS=$$system $(GO) build ./cmd/... || exit 1; done
	$(TEST) -count 1 -run "$(left_out)" $(COUNTING:=/...)
	$(TEST) -race -short -count 1 -run 'Worker|Stop|Match|Time|Concurrent|Progress' ./cmd/aiworker ./internal/minimax/heuristic ./internal/minimax/solver
	$(TEST) -race -count 1 -run RacingWriters ./internal/room/play
	$(TEST) -count 1 -run '$(LONGER)' ./internal/room ./internal/room/ledger ./internal/room/ledger/boltdb ./internal/hub ./cmd/hub ./cmd/play
	$(TEST) -count 1 ./internal/redistest ./internal/room/ledger/redisdb # with Clusters of several servers
	$(TEST) -count 1 -run RandomGames ./internal/room -games 1000 # of each variant, instead of 60
	$(TEST) -count 1 -run OneAddressCannotFillTheStore ./internal/hub -fill 4194304 # a sixteenth of a day's bytes
	$(TEST) -count 1 -run PerfectWins ./internal/minimax -openings 40 -from-start
	$(GO) build -o bin/ ./cmd/hub ./cmd/loadgen && ROUNDS=1 DURATION=1s scripts/bench.sh bin/hub

bench: setup ## measure what a move costs the hub; AGAINST=path of another hub to compare with
	$(GO) build -o bin/ ./cmd/hub ./cmd/loadgen
	scripts/bench.sh bin/hub $(AGAINST)

microbench: ## Go benchmarks; each prints its ratio to a reference of the same run
	$(GO) test -run '^$$' -bench . ./internal/...

chaos: setup ## cause faults in the service: each round of faults lasts ROUND (default 2m), the leak test opens ROOMS rooms (100000)
	$(GO) test -v -count 1 -timeout 2h ./chaos -args -round $(ROUND) -rooms $(ROOMS)

upgrade: setup ## run this version and an earlier one together, FROM (default: the last tag, or the commit before HEAD)
	$(GO) test -v -count 1 ./upgrade -args -from "$(FROM)" -load 1m

fuzz: ## every fuzz target for FUZZTIME (default 30s); make test runs the kept inputs
	@scripts/fuzz.sh $(FUZZTIME)

shots: page ## take pictures of the page in every state into frontend/shots, and those of README and app manifest
	$(NPM) run shots
	mkdir -p docs/images && cp frontend/shots/won-1280-light.png docs/images/won.png
	cp frontend/shots/board-tiles-disc-1280-light.png docs/images/force3.png
	cp frontend/shots/inside-pruned-1280-light.png docs/images/inside.png
	cp frontend/shots/invited-360-light.png docs/images/invited.png
	$(GO) build -o bin/ ./cmd/hub && node frontend/dev/film.mjs bin/hub docs/images/game.gif

release: page ## build what people install into bin/release: archives, Debian packages, an image as a file, checksums
	$(GO) -C deploy/release run . -out ../../bin/release

image: ## build the image IMAGE (default: docker-compose.yml's) for hubs and workers, with the commit in it
	docker build -f deploy/Dockerfile -t $(IMAGE) . \
	  --build-arg QUATRE_VERSION="$$(git describe --tags --always --dirty)" \
	  --build-arg QUATRE_REVISION="$$(git describe --always --dirty --abbrev=40 --exclude '*')"

clean: ## remove what was built
	rm -rf bin frontend/local/built frontend/node_modules frontend/test-results
	find frontend/dist -mindepth 1 -not -name .gitkeep -delete
