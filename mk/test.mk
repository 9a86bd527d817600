# Checks of the product. Each prints "N passed, N failed, N skipped" at its end; docs/TESTING.md says what each holds.
# FORM=short: the part of a check that `make check` runs.
# Comparisons with the answers of KLayout: tests/corpus/NAME.c is the program build/MODE/NAME.
CORPUS_BIN := $(patsubst %,$(B)/%,compare measure regions render queries connect density marks trace checks xor)
build-all: all $(UNIT_BIN) $(CORPUS_BIN)
check-programs: build-all $(FAULT_BIN) $(B)/hostile $(B)/snapshot_locale.so $(B)/lib/liblob.a
check: setup
	@MAKE="$(MAKE) --no-print-directory" JOBS="$(JOBS)" CORPUS="$(CORPUS)" tools/check.sh check
check-deep: setup
	@MAKE="$(MAKE) --no-print-directory" JOBS="$(JOBS)" CORPUS="$(CORPUS)" tools/check.sh deep

# ---- unit tests, also under sanitizers and valgrind ----
unit: $(UNIT_BIN)
	@tools/unit.sh $(B) "" $(UNIT_BIN)
asan:
	+@LOB_TEST_QUICK=1 LOB_TEST_STRIDE=1 $(call in_mode,asan) unit
# A system without what src/base/platform.h lists: unit tests, but those of the sandbox; and everything compiled against musl.
check-plain: check-musl
	+@$(call in_mode,release) unit-programs
	+@LOB_TEST_QUICK=1 LOB_TEST_STRIDE=1 $(call in_mode,plain) unit-plain
unit-programs: $(UNIT_BIN)
unit-plain: $(filter-out $(B)/tests/unit/klayout/% $(B)/tests/unit/tools/% $(B)/tests/schemac/%,$(UNIT_BIN))
	@tools/unit.sh $(B) "" $^
check-musl:
	@tools/check_musl.sh $(filter-out src/client/mcp_http.c,$(LIB_SRC) $(MAIN_SRC))
.PHONY: check-plain unit-programs unit-plain check-musl
# Threads have the same code in the short forms.
tsan:
	+@LOB_TEST_QUICK=1 LOB_TEST_STRIDE=1 $(call in_mode,tsan) unit
valgrind:
	+@$(call in_mode,debug) unit-valgrind
valgrind-programs:
	+@$(call in_mode,debug) valgrind-programs-here
valgrind-programs-here: $(SERVER) $(UNIT_BIN) analysed
# The core profile of the conformance suite, its server under valgrind; short: a case of each area, and the server as it is shipped.
valgrind-short: $(SERVER) $(B)/conformance
	@EVERY=40 tools/valgrind_core.sh $(B)/conformance $(SERVER)
valgrind-core:
	+@$(call in_mode,release) build/release/conformance
	+@$(call in_mode,debug) build/debug/layout-observer
	@tools/valgrind_core.sh build/release/conformance build/debug/layout-observer
unit-valgrind: $(UNIT_BIN)
	@LOB_TEST_QUICK=1 LOB_TEST_STRIDE=7 tools/unit.sh $(B) "valgrind -q --suppressions=$(CURDIR)/tests/support/valgrind.supp --fair-sched=try --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite,indirect,possible" $(UNIT_BIN)
oom:
	+@$(call in_mode,hostile) unit
	+@$(SELF) MODE=release B=build/release build/release/layout-observer
	@tools/oom.sh build/release/layout-observer $(DEMO_LAYOUT)

# ---- snapshots ----
SNAPSHOT = $(B)/snapshot --cases snapshots --fixtures fixtures --plan snapshots/sweep.json
snapshots: $(SERVER) $(B)/snapshot
	@$(SNAPSHOT) -- $(SERVER)
# The same cases, each layout in a worker process: not a byte may differ.
snapshots-isolated: $(SERVER) $(B)/snapshot
	@$(SNAPSHOT) -- $(SERVER) serve --isolate
snapshots-diff: $(SERVER) $(B)/snapshot
	@rm -rf build/snapshots && mkdir -p build/snapshots/sweep
	@$(SNAPSHOT) --write build/snapshots --page build/snapshots/diff.html -- $(SERVER); a=$$?; \
	 diff -U 3 -x '*.md' -x '*.html' -x pictures -x sweep -x sweep.json -x decks snapshots build/snapshots; b=$$?; \
	 diff -r -U 3 snapshots/sweep build/snapshots/sweep && [ $$a = 0 ] && [ $$b = 0 ]; c=$$?; \
	 echo "  to look at: build/snapshots/diff.html"; exit $$c
snapshots-accept: $(SERVER) $(B)/snapshot
	@$(SNAPSHOT) --write snapshots -- $(SERVER)
# Under other locales, time zones and numbers of threads: three pairs of them, and all.
$(B)/snapshot_locale.so: tests/locale/take.c
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) -std=c17 -D_GNU_SOURCE $(WARN) -O2 -fPIC -shared -o $@ $<
snapshots-elsewhere: $(SERVER) $(B)/snapshot $(B)/snapshot_locale.so
	@tools/snapshot/everywhere.sh $(B) short
snapshots-everywhere: $(SERVER) $(B)/snapshot $(B)/snapshot_locale.so
	@tools/snapshot/everywhere.sh $(B) all

# ---- fixtures, KLayout, conformance, clients ----
# tests/corpus/view.c and merged.c are part of each program there.
$(B)/compare $(B)/measure $(B)/regions $(B)/queries $(B)/density $(B)/marks $(B)/connect $(B)/render $(B)/trace $(B)/checks $(B)/xor: $(B)/%: $(B)/obj/tests/corpus/%.o $(B)/obj/tests/corpus/view.o $(B)/obj/tests/corpus/merged.o $(B)/liblob.a
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)
check-fixtures: $(B)/fixturec $(B)/badc
	@$(B)/fixturec --check fixtures; a=$$?; $(B)/fixturec --check fixtures/suite || a=1; $(B)/badc --oasis-check fixtures/oasis && exit $$a
check-bad: $(SERVER) $(B)/badc
	@$(B)/badc --check fixtures/bad && $(B)/badc --run fixtures/bad $(SERVER) && $(B)/badc --bombs $(SERVER) 1024
# KLayout's own suite of DRC decks on the built-in engine, against what it gave before. SUITE: a clone of KLayout.
# FORM=short: the generic decks alone.
check-suite: $(SERVER)
	@tools/script_truth.py $(SERVER) --check "$(SUITE)" $(if $(FORM),"drcGenericTests_*")
check-klayout: $(CORPUS_BIN) $(SERVER)
	@tools/check_klayout.sh $(B) "$(CORPUS)" $(FORM)
# SERVER="COMMAND ARGS": another server than ours. CONFORMANCE_OPTIONS="--profile all --junit FILE": see docs/man/conformance.1.
CONFORMANCE_OPTIONS ?=
conformance: $(B)/conformance $(if $(filter command,$(origin SERVER)),,$(SERVER))
	@$(B)/conformance $(CONFORMANCE_OPTIONS) -- $(SERVER)
check-conformance: $(SERVER) $(B)/conformance
	@tools/check_conformance.sh $(B) $(FORM)
# Hostile decks in KLayout and in the built-in engine's interpreter behind the sandbox, each with a control (docs/mechanisms/sandbox.md).
$(B)/hostile: $(B)/obj/tests/decks/hostile.o $(B)/liblob.a
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)
HOSTILE := $(sort $(wildcard tests/decks/hostile/*.rb))
check-jail: $(B)/hostile
	@$(B)/hostile $(if $(FORM),$(wordlist 1,3,$(HOSTILE)),$(HOSTILE))
	@$(B)/hostile --native $(if $(FORM),$(filter-out %/hang.rb,$(HOSTILE)),$(HOSTILE))
# Real layouts in three styles, to be looked at.
gallery: $(SERVER)
	@tools/gallery.py $(SERVER) "$(CORPUS)" build/gallery $$(command -v klayout >/dev/null && echo --klayout)
# Pages of `report` against XML readers, a browser, the tools and KLayout. ACCEPT=1 stores the pages.
check-report: $(SERVER)
	@tests/report/report.sh $(B)
# The page of `view` in a headless Chromium. SHOTS=FOLDER keeps screenshots.
check-view: $(SERVER) $(PROXY)
	@tests/view/run.sh $(SERVER) $(SHOTS)
check-clients: $(SERVER) $(PROXY) $(B)/conformance
	@tests/clients/run.sh $(SERVER) fixtures $(FORM)
# Every tool on layouts that are hard on it, at three sizes: time, memory, growth, and how soon a cancel works.
# ONLY=LAYOUT,... TOOL=TOOL,...: some of them.  KLAYOUT=1: KLayout beside them, build/adversary_klayout.md. check-adversary: small sizes.
ADVERSARY = tests/adversary/run.py $(SERVER) $(if $(ONLY),--only $(ONLY)) $(if $(TOOL),--tools $(TOOL)) $(if $(KLAYOUT),--klayout build/adversary_klayout.md)
adversary: $(SERVER)
	@python3 $(ADVERSARY) --markdown build/adversary.md
check-adversary: $(SERVER)
	@python3 $(ADVERSARY) --short
# Every command and every link of README.md and docs.
check-docs: $(SERVER) $(PROXY) $(B)/conformance $(B)/demo $(B)/lib/liblob.a
	@tools/check_examples.sh $(B) build >/dev/null
	@python3 tools/check_docs.py $(B)
# The same bytes at any number of ranks; skipped where there is no Open MPI.
check-mpi: $(SERVER)
	+@if pkg-config --exists ompi-c; then $(SELF) MPI=1 B=build/mpi build/mpi/layout-observer; fi
	@tools/check_mpi.sh $(SERVER) build/mpi/layout-observer
.PHONY: build-all gallery check check-mpi conformance unit asan tsan valgrind unit-valgrind oom snapshots snapshots-diff \
        snapshots-accept snapshots-isolated snapshots-elsewhere snapshots-everywhere adversary check-adversary \
        check-deep check-fixtures check-bad check-klayout check-report check-view check-clients check-conformance check-jail \
        check-suite check-programs valgrind-programs valgrind-programs-here valgrind-core check-docs
