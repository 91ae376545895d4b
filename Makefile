# Everything that a developer of Quatre types. `make help` lists it.

# Tests run with as many at a time as there are cores; a busy machine only makes them slower.
GO       ?= go
NPM      := npm --prefix frontend
FUZZTIME ?= 30s
ROUND    ?= 2m
ROOMS    ?= 100000
IMAGE    ?= quatre:0.1.0
MODULES  := frontend/node_modules/.package-lock.json
PAGE     := frontend/dist/index.html
SOURCES  := $(shell find frontend/src frontend/public frontend/messages frontend/project.inlang/settings.json \
              frontend/index.html frontend/vite.config.ts frontend/package.json -type f -not -path '*/paraglide/*')

.PHONY: help run test setup page lint unit faults long check e2e bench chaos upgrade microbench fuzz shots notices image clean
.DEFAULT_GOAL := help

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-7s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: page ## build the page and run a hub on http://localhost:8080, with the embedded store and the AI inside
	$(GO) build -buildvcs=auto -o bin/hub ./cmd/hub # whatever GOFLAGS says: the hub shows the commit
	exec bin/hub

test: setup page lint unit check e2e ## everything: lint, unit and property tests, real Redis, real browser

setup: ## install redis-server, chromium, nginx, Prometheus, Alertmanager and tmux if they are missing
	@scripts/setup.sh

$(MODULES): frontend/package-lock.json
	$(NPM) ci --no-audit --no-fund
	@touch $@

$(PAGE): $(MODULES) $(SOURCES)
	$(NPM) run build
	@touch $@

page: $(PAGE) ## build the page into frontend/dist, from where the hub embeds it

lint: $(MODULES) ## vet, staticcheck, gofumpt, eslint, prettier, plain English
	$(GO) vet ./...
	$(GO) -C deploy/kubernetes vet ./...
	$(GO) tool staticcheck ./...
	@unformatted=$$($(GO) tool gofumpt -l bench chaos cmd deploy frontend/*.go internal upgrade); \
	  if [ -n "$$unformatted" ]; then echo "gofumpt would change: $$unformatted"; exit 1; fi
	$(NPM) run lint
	$(GO) run ./internal/tools/prose

unit: page ## Go tests with the race detector (they start redis-server themselves), and each benchmark once
	$(GO) test -race -count 1 $$($(GO) list ./... | grep -v -e '/chaos$$' -e '/upgrade$$')
	$(GO) -C deploy/kubernetes test ./... # a module of its own, for the types of Kubernetes
	$(MAKE) -j2 --output-sync=target faults long
	$(GO) test -run '^$$' -bench . -benchtime 1x ./internal/...

# unit runs these two side by side: one waits most of its time, the other computes. No
# result is from an earlier run (-count 1): the go command does not see that the programs
# which a test builds and starts have changed.
faults: # the programs have no race detector in any case
	$(GO) test -v -count 1 ./chaos # about two minutes of faults
	$(GO) test -v -count 1 ./upgrade # beside the version before this one: half a minute, most of it to build that

long: # what is too much under the race detector
	nice $(GO) test -run RandomGames ./internal/room -games 10000 # of each variant, not 200
	nice $(GO) test -run Perft ./internal/rules # whole tables
	nice $(GO) test -run PerfectWins ./internal/minimax -openings 40 -from-start
	nice $(GO) test -run ExactValues ./internal/minimax/solver # more of the hard positions

check: page ## the page: types, unit tests, size of the first load
	$(NPM) run check
	$(NPM) test
	$(NPM) run size

e2e: setup page ## browser tests against real hubs, workers and Redis
	$(NPM) run e2e

bench: setup ## the hub beside the least that it could be: cost of a move and of a connection
	$(GO) build -o bin/ ./cmd/hub ./cmd/loadgen ./bench/relay ./bench
	bin/bench -bin bin -rounds 3

microbench: ## Go benchmarks; each prints its ratio to a reference of the same run
	$(GO) test -run '^$$' -bench . ./internal/...

chaos: setup ## break the service on purpose, each round of faults for ROUND (default 2m), and leave ROOMS rooms (100000)
	$(GO) test -v -count 1 -timeout 2h ./chaos -args -round $(ROUND) -rooms $(ROOMS)

upgrade: setup ## run the service beside an earlier version, FROM (default: the last tag, or the commit before HEAD), under load for a minute
	$(GO) test -v -count 1 ./upgrade -args -from "$(FROM)" -load 1m

fuzz: ## every fuzz target for FUZZTIME (default 30s)
	@set -e; for pkg in $$($(GO) list ./...); do \
	  for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
	    echo "$$pkg $$target"; $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$pkg; \
	  done; done

shots: page ## take pictures of the page in every state into frontend/shots, and the README's
	$(NPM) run shots
	mkdir -p docs/images && cp frontend/shots/won-1280-light.png docs/images/won.png
	cp frontend/shots/board-tiles-disc-1280-light.png docs/images/force3.png

notices: ## list the code of others and its licences in docs/third-party.md
	$(GO) run ./internal/tools/notices

image: ## build the image IMAGE (default: docker-compose.yml's) for hubs and workers, with the commit in it
	docker build -f deploy/Dockerfile -t $(IMAGE) . \
	  --build-arg QUATRE_VERSION="$$(git describe --tags --always --dirty)" \
	  --build-arg QUATRE_REVISION="$$(git describe --always --dirty --abbrev=40 --exclude '*')"

clean: ## remove what was built
	rm -rf bin frontend/node_modules frontend/test-results
	find frontend/dist -mindepth 1 -not -name .gitkeep -delete
