# Times, instructions and long runs.
# ONLY=truth: guides known by formula, measured; COUNT of them. ONLY=answers: characters of every tool's answers over CORPUS.
# ONLY=agents: what an answer costs in calls and characters. ONLY=decks: whole DRC decks beside KLayout; DECKS=FOLDER has others
# than the repository's (tools/bench/decks.py). ONLY=chip CHIP=FILE: questions about a real chip beside KLayout (tools/bench/chip.py).
COUNT ?= 20000
ifeq ($(ONLY),truth)
bench: $(B)/truth
	@$(B)/truth $(COUNT)
else ifeq ($(ONLY),answers)
bench: $(SERVER) $(B)/bench
	@mkdir -p build/bench
	@$(B)/bench --answers $(SERVER) $(or $(CORPUS),../shared/corpus) build/bench
else ifeq ($(ONLY),decks)
bench: $(SERVER)
	@mkdir -p build/bench
	@tools/bench/decks.py $(SERVER) build/bench/decks.md $(DECKS)
else ifeq ($(ONLY),chip)
bench: $(SERVER)
	@mkdir -p build/bench
	@tools/bench/chip.py $(SERVER) build/bench/chip.md "$(CHIP)"
else ifeq ($(ONLY),agents)
bench: check-agents
else
bench: $(SERVER) $(B)/bench $(B)/echo
	@mkdir -p build/bench
	@$(B)/bench --server $(SERVER) --echo $(B)/echo --dir "$(BENCH_DIR)" --out build/bench/bench.json --only "$(ONLY)" --gdstk "$(GDSTK)"
endif
# docs/PERFORMANCE.md from the last `make bench` and the text beside it.
performance:
	@tools/performance_md.sh build/bench/bench.json docs/performance.text.md docs/PERFORMANCE.md
# Instructions that callgrind counts in named workloads, under their ceilings (tests/instructions/ceilings).
check-instructions: $(SERVER) $(B)/fixturec
	@tools/instructions.sh check $(B)
instructions-lower: $(SERVER) $(B)/fixturec
	@tools/instructions.sh lower $(B)
# A million mixed requests, a thousand sessions: memory and descriptors stay, latencies are told. check-soak: the short form.
REQUESTS ?= 1000000
SESSIONS ?= 1000
soak: $(SERVER) $(B)/soak
	@mkdir -p build/bench
	@$(B)/soak --requests $(REQUESTS) --sessions $(SESSIONS) --layout $(DEMO_COUPLER) --json build/bench/soak.json -- $(SERVER) serve
check-soak: $(SERVER) $(B)/soak
	@$(B)/soak --requests 60000 --sessions 200 --layout $(DEMO_COUPLER) -- $(SERVER) serve
# Cheap calls over HTTP while others render and check, p50 and p99: 14, 30 and 300 clients. check-load: the short form, with a
# lax bound, and 300 clients without one.
load: $(SERVER) $(PROXY) $(B)/load
	@tools/load.sh $(B) 20 50
	@tools/load.sh $(B) 20 50 3 27
	@tools/load.sh $(B) 20 0 30 270
check-load: $(SERVER) $(PROXY) $(B)/load
	@tools/load.sh $(B) 3 500
	@tools/load.sh $(B) 3 0 30 270
# Figures of lithography that docs state; PART=forward: one part.
bench-litho: $(B)/bench_litho
	@$(B)/bench_litho $(PART)
# The shortest known calls of questions with computed answers (tests/agents).
check-agents: $(SERVER)
	@tools/agents.sh $(B) "$(CORPUS)"
.PHONY: performance check-instructions instructions-lower soak check-soak bench bench-litho load check-load check-agents
