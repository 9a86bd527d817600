# Layout Observer. `make` prints what there is to do; README.md has the two commands that matter.
#
# One file, nothing recursive but the modes: everything is built out of tree in build/MODE, and MODE is release, debug, asan,
# tsan, cov, hostile, clang or mcdc. Sources are found by wildcards: a new file needs no line here. Generated code (gen/) is
# committed, so that the product builds without its generator.
MODE ?= release
TIME ?= 60
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
SETUP ?= 1
PREFIX ?= /usr/local
DESTDIR ?=
CORPUS ?= ../shared/corpus
BENCH_DIR ?= build/bench
CLANG_FORMAT ?= clang-format-14
ifeq ($(origin CC),default)
CC := $(if $(filter mcdc,$(MODE)),clang-19,$(if $(filter clang,$(MODE)),clang,gcc))
endif
B := build/$(MODE)
VERSION = $(shell sed -n 's/^.define LOB_VERSION "\(.*\)"/\1/p' src/base/version.h)

# ---- flags ----
IS_CLANG := $(findstring clang,$(CC))
WARN := -Wall -Wextra -Werror -Wformat=2 -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual \
        -Wvla -Wimplicit-fallthrough -Wundef -Wconversion -Wno-sign-conversion -Werror=format-security -Werror=implicit \
        -Werror=incompatible-pointer-types -Werror=int-conversion $(if $(IS_CLANG),,-Wtrampolines -Wbidi-chars=any)
DEPS_CFLAGS := $(shell pkg-config --cflags libxml-2.0 2>/dev/null)
BASE_FLAGS := -std=c17 -D_GNU_SOURCE -I. -Isrc -Iinclude $(DEPS_CFLAGS) $(WARN) -ffp-contract=off -fno-strict-aliasing \
        -fno-strict-overflow -fno-delete-null-pointer-checks -fPIE -pthread -MMD -MP -g
HARDEN := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fstack-clash-protection -fcf-protection=full \
        $(if $(IS_CLANG),,-ftrivial-auto-var-init=zero)
HARDEN_LD := -pie -Wl,-z,relro,-z,now,-z,noexecstack,-z,nodlopen -Wl,--as-needed
# Sanitizer, coverage and hostile builds go without hardening: it would hide from them what they look for.
OPT_release := -O2 $(HARDEN)
# Warnings alone, which clang gives without optimising.
OPT_clang := -O0 -g0
# For valgrind, which runs these programs a sixth faster than those of -Og and three times as fast as those of -O0; lines are
# all that it needs of -g. gcc's analyser looks through them as they are compiled (tools/static.sh): what it says of src and
# tools is kept beside the object.
OPT_debug := -O2 -g1 -w
ANALYSED = $(if $(IS_CLANG),,$(if $(filter debug,$(MODE)),$(filter src/%.c tools/%.c,$<)))
ANALYSE = $(filter-out -w -W%,$(CFLAGS_ALL)) -fanalyzer -fdiagnostics-plain-output
# Half the time of a build with -O1 and -g; sanitizers bring false warnings, those of the other modes hold.
OPT_asan := -Og -g1 -w -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
OPT_tsan := -O1 -fsanitize=thread
OPT_cov := -O0 -g0 --coverage -DLOB_COVERAGE
OPT_mcdc := -O0 -w -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc
OPT_hostile := -O1 -DLOB_HOSTILE
# Faults built in, one of which LOB_MUTANT switches on: sources of build/MODE/mutated go before those of src (tools/mutate).
# As in the release build, whose objects are the rest of these programs, a variable that a dropped check left unset is zero: a
# mutant does the same each time.
OPT_mutant := -O1 -g0 -w $(if $(IS_CLANG),,-ftrivial-auto-var-init=zero)
OPT_mutreaders := $(OPT_mutant)
# Some 70 programs in each mode: gold links one in a fifth of the time, and gives it the same marks.
LD_FAST := $(if $(shell command -v ld.gold 2>/dev/null),-fuse-ld=gold)
LD_release := $(HARDEN_LD) $(LD_FAST)
LD_debug := -pie $(LD_FAST)
LD_asan := -pie $(LD_FAST)
LD_cov := -pie $(LD_FAST)
LD_clang := -pie $(LD_FAST)
LD_mutant := -pie $(LD_FAST)
LD_mutreaders := -pie $(LD_FAST)
CFLAGS_ALL := $(BASE_FLAGS) $(OPT_$(MODE)) $(CFLAGS)
# For tools/conformance --url alone; taken only by a program that refers to it. Without it that option says so.
COMMA := ,
HAS_CURL := $(shell pkg-config --exists libcurl 2>/dev/null && echo 1)
LIBS_CURL := $(if $(HAS_CURL),-Wl$(COMMA)--push-state$(COMMA)--as-needed $(shell pkg-config --libs libcurl) -Wl$(COMMA)--pop-state)
# Transforms of src/litho: FFTW3, or with FFT=kiss KissFFT, for those who may not link code under the GPL.
FFT ?= fftw
LIBS_FFT := $(if $(filter kiss,$(FFT)),-lkissfft-float,-lfftw3f)
# MPI=1: tiles of one evaluation shared by the processes that mpirun starts (Open MPI; build it into a folder of its own, B=build/mpi).
LDLIBS_ALL := -lxml2 -lcjson -lpng -lz -lcrypto $(LIBS_CURL) $(LIBS_FFT) $(if $(MPI),$(shell pkg-config --libs ompi-c)) -lm -pthread
LDFLAGS_ALL := $(filter -fsanitize=% --coverage -fprofile-instr-generate,$(OPT_$(MODE))) $(if $(LD_$(MODE)),$(LD_$(MODE)),-pie) $(LDFLAGS)

# ---- files ----
# One of each pair: which library transforms, and who shares the tiles.
LITHO_SRC := $(filter-out src/litho/fft_$(if $(filter kiss,$(FFT)),fftw,kiss).c src/litho/ranks_$(if $(MPI),one,mpi).c,$(wildcard src/litho/*.c))
LIB_SRC := $(sort $(wildcard src/base/*.c src/json/*.c src/geom/*.c src/db/*.c src/io/*.c src/io/*/*.c src/query/*.c src/measure/*.c src/pic/*.c src/render/*.c src/draw/*.c src/rules/*.c src/diff/*.c src/design/*.c src/api/*.c src/crew/*.c $(LITHO_SRC) src/markers/*.c src/klayout/*.c src/session/*.c \
             src/tool/*.c src/report/*.c src/mcp/*.c src/bridge/*.c gen/*.c gen/*/*.c))
MAIN_SRC := $(sort $(wildcard src/main/*.c))
# The program layout-observer-http, which `layout-observer serve --http`, `llm-proxy` and `roundtrip` start: the one that speaks HTTP, so that
# the server for agents neither loads nor holds an HTTP stack.
PROXY_SRC := $(sort $(wildcard src/proxy/*.c src/http/*.c)) $(patsubst %,src/main/%.c,settings signals streams)
# What the schema compiler stands on: no generated code but the error names, so that it builds when gen/ is stale.
SEED_SRC := $(sort $(wildcard src/base/*.c)) $(filter-out src/json/wire.c,$(sort $(wildcard src/json/*.c))) gen/errors.c
TEST_SRC := $(sort $(wildcard tests/unit/*/test_*.c tests/unit/*/*/test_*.c tests/schemac/test_*.c))
# The layout that the demonstration opens.
DEMO_LAYOUT := fixtures/reticle.gds
DEMO_COUPLER := fixtures/coupler.gds
SUPPORT_SRC := $(sort $(wildcard tests/support/*.c))
# Unit tests that link alike share a program, whose runner gives each a process of its own (tests/support/runner.c); all others
# are programs of their own.
APART_SRC := $(shell grep -l 'A program of its own:' $(TEST_SRC)) $(filter tests/schemac/% tests/unit/tools/%,$(TEST_SRC))
SHARED_SRC := $(filter-out $(APART_SRC),$(TEST_SRC))
ENTRY_FLAGS = $(if $(filter $<,$(SHARED_SRC)),-include tests/support/entry.h -DLOB_TEST_ID=$(subst /,_,$(<:tests/unit/%.c=%)) -DLOB_TEST_NAME='"$(<:tests/unit/%.c=%)"')
SHARED_main := $(filter tests/unit/main/%,$(SHARED_SRC))
SHARED_proxy := $(filter tests/unit/proxy/% tests/unit/http/%,$(SHARED_SRC))
SHARED_lib := $(filter-out $(SHARED_main) $(SHARED_proxy),$(SHARED_SRC))
# tools/shared is part of each tool but the two that build gen/.
TOOLS := $(filter-out shared,$(notdir $(patsubst %/,%,$(sort $(dir $(wildcard tools/*/*.c))))))
SHARED_TOOL_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard tools/shared/*.c)))
IS_MUTANT := $(filter mutant mutreaders,$(MODE))
MUTATED := $(if $(IS_MUTANT),$(shell cat $(B)/mutated/sources.txt 2>/dev/null))
objects = $(patsubst %.c,$(B)/obj/%.o,$(if $(IS_MUTANT),$(filter $(MUTATED),$(1)),$(1))) $(if $(IS_MUTANT),$(patsubst %.c,build/release/obj/%.o,$(filter-out $(MUTATED),$(1))))
LIB_OBJ := $(call objects,$(LIB_SRC)) $(if $(IS_MUTANT),$(B)/obj/lob_mutant.o)
MAIN_OBJ := $(call objects,$(MAIN_SRC))
PROXY_OBJ := $(PROXY_SRC:%.c=$(B)/obj/%.o)
SEED_OBJ := $(SEED_SRC:%.c=$(B)/obj/%.o)
SUPPORT_OBJ := $(SUPPORT_SRC:%.c=$(B)/obj/%.o)
TEST_BIN := $(TEST_SRC:%.c=$(B)/%)
# Objects of unit tests: what is asked of them is not speed, so that four modes have the same ones.
T := $(if $(filter release debug cov mutreaders,$(MODE)),build/tests/obj,$(B)/obj)
UNIT_BIN := $(patsubst %,$(B)/tests/%,runner unit_lib unit_main unit_proxy) $(APART_SRC:%.c=$(B)/%)
TOOL_BIN := $(TOOLS:%=$(B)/%)
# Comparisons with KLayout's answers (tests/corpus).
CORPUS_BIN := $(patsubst %,$(B)/%,compare measure regions render queries connect density marks trace checks xor)
SERVER := $(B)/layout-observer
PROXY := $(B)/layout-observer-http
LIBS_PROXY := $(shell pkg-config --libs libmicrohttpd libcurl 2>/dev/null)
SELF = $(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS))
# V=1 shows whole commands.
SHOW = $(if $(V),,@echo "  $(1) $(2)";)
in_mode = $(SELF) MODE=$(1) B=build/$(1)
# $(B)/x -> x: tests/unit of main link the program's parts without its main().
MAIN_PARTS := $(filter-out %/main.o,$(MAIN_OBJ))
PROXY_PARTS := $(filter-out %/main.o,$(PROXY_OBJ))
.SECONDARY:
.DELETE_ON_ERROR:

help:
	@echo "make demo          build, then show a session on a real layout"
	@echo "make demo-roundtrip  a scripted model asks for the cells of a layout over the proxy and TCP"
	@echo "make check         install what is missing, build, run every kind of test (SETUP=0: install nothing)"
	@echo
	@echo "make all           the server and the tools, in build/$(MODE) (MODE=release debug asan tsan cov hostile clang)"
	@echo "make unit          unit tests of this MODE           make asan | tsan | valgrind | oom   the same under ..."
	@echo "make snapshots     the stored sessions against the real server; snapshots-diff, snapshots-accept, snapshots-everywhere"
	@echo "make conformance   the conformance suite; SERVER=\"COMMAND ARGS\": against another server"
	@echo "make check-klayout fixtures (and ../shared/corpus) against KLayout     make check-clients   official MCP clients"
	@echo "make coverage      lines and branches, with the floors of tests/coverage.floor and .files; coverage-raise; mcdc (clang-19)"
	@echo "make branches      every branch of some files by some tests: LAYERS=\"json\" FILES=\"src/json\"; coverage-branches: of the last coverage"
	@echo "make static        static analysers over src and tools (check-static: the quick ones)"
	@echo "make fuzz TIME=60  libFuzzer, each target (TARGET=gds: one of $(FUZZ_TARGETS)); ENGINE=afl; fuzz-replay: stored inputs"
	@echo "make fuzz-user TIME=60  random layouts and calls of every tool under every check that clang has (FROM=1: the first seed)"
	@echo "make check-fault   failing system calls and SIGKILL, the short form      make fault       the whole"
	@echo "make check-deep    the long forms of tests, coverage, mutants, valgrind, analysers; adversary: every tool on hard layouts, whole"
	@echo "make bench         ratios against KLayout and openssl (ONLY=render: one part: start latency large queries render rules diff formats truth; GDSTK=folder of the Python package)"
	@echo "make performance   docs/PERFORMANCE.md from the last make bench      make soak          REQUESTS=1000000 SESSIONS=1000"
	@echo "make check-instructions  instructions of workloads under their ceilings; instructions-lower"
	@echo "make check-mpi     the tiles of one evaluation shared by ranks of MPI: the same bytes"
	@echo "make bench-litho   figures of lithography (PART=forward: one part)"
	@echo "make examples      programs of liblob (docs/LIBRARY.md); check-examples: run them; check-docs: commands and links of docs"
	@echo "make gen           gen/ and docs/TOOLS.md from spec/  make check-gen     fails when they are stale"
	@echo "make lint          house rules                        make format-check  clang-format, where there is one"
	@echo "make install       PREFIX=$(PREFIX) DESTDIR=; uninstall          make dist, deb, portable, mcpb; check-ship: all of them tried"

all: $(SERVER) $(PROXY) $(TOOL_BIN)
build-all: all $(UNIT_BIN) $(CORPUS_BIN)

# ---- building ----
$(B)/libtest.a: $(SUPPORT_OBJ)
	@rm -f $@ && ar crs $@ $^
$(B)/tests/runner: $(B)/libtest.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ -Wl,-u,main $^
$(B)/libtools.a: $(SHARED_TOOL_OBJ)
	@rm -f $@ && ar crs $@ $^
$(B)/liblob.a: $(LIB_OBJ)
	@rm -f $@ && ar crs $@ $^
# What programs link (docs/LIBRARY.md): the public face and what it stands on as one object, which shows the names of
# include/lob/lob.h and no others.
$(B)/lib/liblob.a: $(B)/liblob.a include/lob/lob.h
	@mkdir -p $(@D)
	@grep -oE 'lob_(api|desk|doc)_[a-z_]+\(' include/lob/lob.h | tr -d '(' | sort -u >$(@D)/names
	$(call SHOW,LD,$@) $(CC) -r -nostdlib -o $(@D)/lob.o $$(sed 's/^/-Wl,-u,/' $(@D)/names) $(B)/liblob.a && objcopy --keep-global-symbols=$(@D)/names $(@D)/lob.o
	@rm -f $@ && ar crs $@ $(@D)/lob.o
$(B)/libseed.a: $(SEED_OBJ)
	@rm -f $@ && ar crs $@ $^
$(SERVER): $(MAIN_OBJ) $(B)/liblob.a
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)
$(B)/layout-observer-http: $(PROXY_OBJ) $(B)/liblob.a
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL) $(LIBS_PROXY)
$(B)/obj/lob_mutant.o: $(B)/mutated/lob_mutant.c
	@mkdir -p $(@D)
	@$(CC) -O1 -fPIE -c -o $@ $<
$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call SHOW,CC,$<) $(CC) $(if $(ANALYSED),$(ANALYSE),$(CFLAGS_ALL)) $(ENTRY_FLAGS) $(if $(IS_MUTANT),-iquote $(<D)) -c -o $@ $(firstword $(if $(IS_MUTANT),$(wildcard $(B)/mutated/$<)) $<) $(if $(ANALYSED),2>$(@:.o=.found) || { cat $(@:.o=.found) >&2; exit 1; })
# An object of a shared program may show its entry alone: whatever else it defines would stand in for it in all the others.
$(B)/tests/unit_lib: $(SHARED_lib:%.c=$(T)/%.o) $(B)/libtest.a $(B)/liblob.a
$(B)/tests/unit_main: $(SHARED_main:%.c=$(T)/%.o) $(B)/libtest.a $(MAIN_PARTS) $(B)/liblob.a
$(B)/tests/unit_proxy: $(SHARED_proxy:%.c=$(T)/%.o) $(B)/libtest.a $(PROXY_PARTS) $(B)/liblob.a
$(B)/tests/unit_%:
	@mkdir -p $(@D)
	@nm -A -g --defined-only $(filter $(T)/tests/unit/%,$^) | grep -v ' lob_test_' | sed 's/$$/: shows more than its entry; see "A program of its own:"/' | (! grep .)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL) $(if $(filter %unit_proxy,$@),$(LIBS_PROXY))
$(B)/tests/unit/main/%: $(T)/tests/unit/main/%.o $(B)/libtest.a $(MAIN_PARTS) $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL)
$(B)/tests/unit/proxy/%: $(T)/tests/unit/proxy/%.o $(B)/libtest.a $(PROXY_PARTS) $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL) $(LIBS_PROXY)
# What tests/unit/klayout puts behind walls: a program without sanitizers, static where libc can be had so.
$(B)/tests/unit/klayout/probe: tests/unit/klayout/probe.c
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) -std=c17 -D_GNU_SOURCE -O1 -Wall -Wextra -pthread -static -o $@ $< 2>/dev/null || $(CC) -std=c17 -D_GNU_SOURCE -O1 -pthread -o $@ $<
$(B)/tests/unit/klayout/test_jail $(B)/tests/unit/klayout/test_klayout $(B)/tests/unit/klayout/test_run: | $(B)/tests/unit/klayout/probe
# Servers that misbehave, for tests of their clients: libc alone.
$(B)/tests/servers/%: $(B)/obj/tests/servers/%.o
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^
$(B)/tests/unit/bridge/test_mcp_peer: | $(B)/tests/servers/bad
$(B)/tests/unit/support/test_runner: | $(B)/tests/runner $(B)/tests/unit/support/together
$(B)/tests/unit/support/together: $(B)/obj/tests/unit/support/together.o $(B)/libtest.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ -Wl,-u,main $^
$(B)/tests/unit/proxy/test_serve $(B)/tests/unit/proxy/test_roundtrip: | $(B)/tests/servers/scripted_llm
$(B)/tests/unit/http/%: $(T)/tests/unit/http/%.o $(B)/libtest.a $(PROXY_PARTS) $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL) $(LIBS_PROXY)
$(B)/tests/unit/proxy/test_run: | $(B)/tests/servers/scripted_llm $(B)/layout-observer-http
$(B)/tests/unit/http/test_run: | $(B)/layout-observer-http
$(B)/tests/unit/http/test_run_workers: | $(B)/layout-observer $(B)/layout-observer-http
$(B)/tests/unit/geom/test_region_polls $(B)/tests/unit/rules/test_scan_polls: LDFLAGS_ALL += -Wl,--wrap=lob_poll
$(B)/tests/unit/session/test_ids: LDFLAGS_ALL += -Wl,--wrap=lob_object_hash
$(B)/obj/src/litho/ranks_mpi.o: CFLAGS_ALL += $(shell pkg-config --cflags ompi-c 2>/dev/null)
$(B)/obj/src/litho/fft_kiss.o: CFLAGS_ALL += -isystem /usr/include/kissfft
$(B)/obj/src/bridge/mcp_http.o: CFLAGS_ALL += $(if $(HAS_CURL),-DLOB_HAS_CURL $(shell pkg-config --cflags libcurl))
$(B)/tests/unit/%: $(T)/tests/unit/%.o $(B)/libtest.a $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL)
# Built in half the time of a release: neither optimized nor hardened, lines for valgrind and no more.
build/tests/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call SHOW,CC,$<) $(CC) $(filter-out -g,$(BASE_FLAGS)) -Og -g1 $(if $(IS_CLANG),,-Wno-format-truncation) $(CFLAGS) $(ENTRY_FLAGS) -c -o $@ $<
# Other files of tests have lines that are nobody's figure.
$(if $(filter cov,$(MODE)),$(eval export LOB_COVERAGE := 1))
$(if $(filter cov,$(MODE)),$(eval $(B)/obj/tests/%.o: CFLAGS_ALL := $(filter-out --coverage,$(CFLAGS_ALL))))
$(if $(filter asan,$(MODE)),$(eval $(B)/obj/tests/%.o: CFLAGS_ALL := $(filter-out -fsanitize=address$(COMMA)undefined,$(CFLAGS_ALL)) -fsanitize=address))
# snprintf() into a path of fixed size is cut, not overrun: fine in a test.
$(if $(IS_CLANG),,$(eval $(B)/obj/tests/%.o: CFLAGS_ALL += -Wno-format-truncation))
# tests/corpus/NAME.c is the program build/MODE/NAME; view.c and merged.c are part of each.
$(B)/compare $(B)/measure $(B)/regions $(B)/queries $(B)/density $(B)/marks $(B)/connect $(B)/render $(B)/trace $(B)/checks $(B)/xor: $(B)/%: $(B)/obj/tests/corpus/%.o $(B)/obj/tests/corpus/view.o $(B)/obj/tests/corpus/merged.o $(B)/liblob.a
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)
# tools/NAME/*.c is the program build/MODE/NAME.
define tool_rule
$(B)/$(1): $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard tools/$(1)/*.c))) $(if $(filter schemac lint,$(1)),$(B)/libseed.a,$(B)/libtools.a $(B)/liblob.a)
	$$(call SHOW,LD,$$@) $$(CC) $$(LDFLAGS_ALL) -o $$@ $$^ $$(LDLIBS_ALL)
endef
$(foreach tool,$(TOOLS),$(eval $(call tool_rule,$(tool))))
# tests/unit/tools/test_NAME links the tool without its main().
tool_parts = $(patsubst %.c,$(B)/obj/%.o,$(filter-out %/main.c,$(sort $(wildcard tools/$(1)/*.c))))
define tool_test_rule
$(B)/tests/unit/tools/test_$(1): $(T)/tests/unit/tools/test_$(1).o $(B)/libtest.a $(call tool_parts,$(1)) $(B)/libtools.a $(B)/liblob.a
	@mkdir -p $$(@D)
	$$(call SHOW,LD,$$@) $$(CC) $$(LDFLAGS_ALL) -o $$@ $$^ -lcmocka $$(LDLIBS_ALL)
endef
$(foreach tool,$(TOOLS),$(eval $(call tool_test_rule,$(tool))))
$(patsubst %.c,$(B)/%,$(wildcard tests/unit/tools/test_snapshot_*.c)): $(B)/%: $(T)/%.o $(B)/libtest.a $(call tool_parts,snapshot) $(B)/libtools.a $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL)
# tools/conformance has a test for each of its parts.
$(patsubst %.c,$(B)/%,$(wildcard tests/unit/tools/test_conformance_*.c)): $(B)/%: $(T)/%.o $(B)/libtest.a $(call tool_parts,conformance) $(B)/libtools.a $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL)
$(B)/tests/schemac/%: $(T)/tests/schemac/%.o $(B)/libtest.a $(call tool_parts,schemac) $(B)/libseed.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL)

# ---- the main job ----
demo: setup
	+@$(SELF) build/release/layout-observer build/release/demo MODE=release B=build/release >build/demo.log 2>&1 || { cat build/demo.log; exit 1; }
	@build/release/demo build/release/layout-observer $(DEMO_LAYOUT) $(DEMO_COUPLER) build/coupler.png

# A model drives the layout: scripted endpoint, proxy, JSON over TCP, client (docs/LLM-PROXY.md).
demo-roundtrip: $(SERVER) $(PROXY) $(B)/tests/servers/scripted_llm
	@tools/demo_roundtrip.sh $(B) $(DEMO_LAYOUT)

setup:
	@mkdir -p build
	@[ "$(SETUP)" = 0 ] || tools/setup.sh

# ---- tests; each prints "N passed, N failed, N skipped" at its end ----
check: setup
	@MAKE="$(MAKE) --no-print-directory" JOBS="$(JOBS)" CORPUS="$(CORPUS)" tools/check.sh check
# The long forms, and what takes too long for `check`.
check-deep: setup
	@MAKE="$(MAKE) --no-print-directory" JOBS="$(JOBS)" CORPUS="$(CORPUS)" tools/check.sh deep
unit: $(UNIT_BIN)
	@tools/unit.sh $(B) "" $(UNIT_BIN)
asan:
	+@LOB_TEST_QUICK=1 LOB_TEST_STRIDE=1 $(call in_mode,asan) unit
tsan:
	+@$(call in_mode,tsan) unit
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
	@LOB_TEST_QUICK=1 LOB_TEST_STRIDE=7 tools/unit.sh $(B) "valgrind -q --fair-sched=try --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite,indirect,possible" $(UNIT_BIN)
oom:
	+@$(call in_mode,hostile) unit
	+@$(SELF) MODE=release B=build/release build/release/layout-observer
	@tools/oom.sh build/release/layout-observer $(DEMO_LAYOUT)
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
check-fixtures: $(B)/fixturec $(B)/badc
	@$(B)/fixturec --check fixtures; a=$$?; $(B)/fixturec --check fixtures/suite || a=1; $(B)/badc --oasis-check fixtures/oasis && exit $$a
check-bad: $(SERVER) $(B)/badc
	@$(B)/badc --check fixtures/bad && $(B)/badc --run fixtures/bad $(SERVER) && $(B)/badc --bombs $(SERVER) 1024
# FORM=short of this and of others: what `make check` runs of it.
check-klayout: $(CORPUS_BIN) $(SERVER)
	@tools/check_klayout.sh $(B) "$(CORPUS)" $(FORM)
# SERVER="COMMAND ARGS": another server than ours. CONFORMANCE_OPTIONS="--profile all --junit FILE": see docs/man/conformance.1.
CONFORMANCE_OPTIONS ?=
conformance: $(B)/conformance $(if $(filter command,$(origin SERVER)),,$(SERVER))
	@$(B)/conformance $(CONFORMANCE_OPTIONS) -- $(SERVER)
# Hostile decks against the real KLayout behind its walls, each with a control (docs/mechanisms/sandbox.md).
$(B)/hostile: $(B)/obj/tests/decks/hostile.o $(B)/liblob.a
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)
# Every tool asked about layouts that are hard on it, at three sizes: time, memory, growth, and how soon a cancel is obeyed.
# ONLY=LAYOUT,... TOOL=TOOL,...: some of them. check-adversary: small sizes.
ADVERSARY = tests/adversary/run.py $(SERVER) $(if $(ONLY),--only $(ONLY)) $(if $(TOOL),--tools $(TOOL))
adversary: $(SERVER)
	@python3 $(ADVERSARY) --markdown build/adversary.md
check-adversary: $(SERVER)
	@python3 $(ADVERSARY) --short
# Pages of `report` against XML readers, a browser, the tools and KLayout. ACCEPT=1 takes the pages as they are.
check-report: $(SERVER)
	@tests/report/report.sh $(B)
HOSTILE := $(sort $(wildcard tests/decks/hostile/*.rb))
check-jail: $(B)/hostile
	@$(B)/hostile $(if $(FORM),$(wordlist 1,3,$(HOSTILE)),$(HOSTILE))
check-conformance: $(SERVER) $(B)/conformance
	@tools/check_conformance.sh $(B) $(FORM)
# Faults built in on purpose, each found by a named case of the conformance suite; and every EVERY-th flipped or dropped
# condition of the readers, of which 90 % must be found (docs/mechanisms/mutants.md).
EVERY ?= 1
READERS := $(patsubst %,src/io/gds/%.c,gds_emit gds_read read_context record) \
           $(patsubst %,src/io/oas/%.c,ahead block geometry inflate names oas_read points property recall stream strict) \
           $(patsubst %,src/io/%.c,blocks read sniff source lyp/lyp lyp/lyp_find lyp/lyp_patterns \
             lyrdb/lyrdb_frames lyrdb/lyrdb_read lyrdb/lyrdb_value xml/scan xml/xml)
READER_TESTS := $(patsubst %,tests/unit/io/test_%.c,gds_context gds_emit gds_faults gds_read gds_record \
                oas_ahead oas_block oas_faults oas_inflate oas_points oas_read oas_recall oas_stream oas_strict read \
                lyp lyp_find lyrdb_read lyrdb_value sniff source source_faults xml xml_faults xml_scan)
check-mutants: $(B)/mutate $(B)/conformance
	@$(B)/mutate --list tests/mutants/mutants.json --out build/mutant/mutated && tools/mutants.sh tidy build/mutant
	+@$(call in_mode,release) build/release/layout-observer
	+@$(call in_mode,mutant) build/mutant/layout-observer
	@tools/mutants.sh suite build/mutant $(B)/conformance
$(B)/mutants/reads: $(B)/obj/tests/mutants/reads.o $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)
reader-tests: $(B)/mutants/reads $(patsubst %.c,$(B)/%,$(READER_TESTS))
reader-mutants: $(B)/mutate
	@$(B)/mutate --conditions --except tests/mutants/equivalent.txt --out build/mutreaders/mutated $(READERS) && \
	 tools/mutants.sh tidy build/mutreaders
	+@$(call in_mode,release) build/release/liblob.a
	+@$(call in_mode,mutreaders) reader-tests
check-reader-mutants: reader-mutants
	@tools/mutants.sh readers build/mutreaders $(EVERY) 90
check-reader-excepted: reader-mutants
	@tools/mutants.sh excepted build/mutreaders
check-clients: $(SERVER) $(PROXY) $(B)/conformance
	@tests/clients/run.sh $(SERVER) fixtures $(FORM)
# clang's warnings come of reading alone, all but those of its back end: nothing is generated, nor linked.
check-clang:
	+@$(call in_mode,clang) clang-here CC=clang
clang-here: $(patsubst %.c,$(B)/read/%,$(LIB_SRC) $(MAIN_SRC) $(PROXY_SRC) $(TEST_SRC) $(SUPPORT_SRC) $(sort $(wildcard tools/*/*.c)))
$(B)/read/%: %.c
	@mkdir -p $(@D)
	$(call SHOW,CC,$<) $(CC) $(CFLAGS_ALL) $(ENTRY_FLAGS) -fsyntax-only -MF $@.d -MT $@ $< && touch $@
coverage:
	+@$(call in_mode,cov) coverage-here
coverage-here: build-all
	@tools/coverage.sh $(B) check $(UNIT_BIN)
# Raises the floors of files to what the last `make coverage` measured; lowers none.
coverage-raise:
	@tools/coverage.sh build/cov raise
# Every branch of FILES (default: those of tests/coverage.whole), as the last `make coverage` left them; `branches`: after the
# unit tests of LAYERS alone, which are folders of tests/unit or a program there (LAYERS="json io/test_read" FILES="src/json").
coverage-branches:
	@tools/branches.sh check $(if $(filter command,$(origin B)),$(B),build/cov)/coverage/product.info $(FILES)
branches:
	+@$(SELF) MODE=cov B=$(if $(filter command,$(origin B)),$(B),build/cov) branches-here
BRANCH_TESTS = $(filter $(foreach layer,$(LAYERS),$(B)/tests/unit/$(layer)/test_% $(B)/tests/unit/$(layer)),$(TEST_BIN))
branches-here: $(B)/tests/runner $(if $(filter branches-here,$(MAKECMDGOALS)),$(BRANCH_TESTS))
	@tools/branches.sh run $(B) "$(or $(FILES),$(LAYERS:%=src/%))" $(BRANCH_TESTS)
# MC/DC of base, json, geom, db and io by their own unit tests; needs clang-19, llvm-19, libclang-rt-19-dev, which setup does not install.
MCDC_LAYERS := base json geom db io
mcdc mcdc-raise:
	+@$(call in_mode,mcdc) mcdc-tests
	@tools/mcdc.sh build/mcdc $(if $(filter mcdc-raise,$@),raise,check) $(MCDC_LAYERS)
mcdc-tests: $(B)/tests/runner $(filter $(MCDC_LAYERS:%=$(B)/tests/unit/%/test_%),$(TEST_BIN))
# Analysers over src and tools; the quick form is the one of `make check`.
static check-static:
	+@$(call in_mode,debug) analysed
	@tools/static.sh $(if $(filter static,$@),all,quick) build/debug/obj
analysed: $(LIB_OBJ) $(MAIN_OBJ) $(PROXY_OBJ) $(patsubst %.c,$(B)/obj/%.o,$(wildcard tools/*/*.c))

# Targets of tests/fuzz; every other file there but replay.c and afl_mutator.c is part of each. `fuzz` needs clang, or with
# ENGINE=afl AFL++; `fuzz-replay` nothing.
FUZZ_TARGETS := $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZ_SHARED := $(filter-out tests/fuzz/fuzz_% tests/fuzz/replay.c tests/fuzz/user_main.c tests/fuzz/afl_mutator.c,$(sort $(wildcard tests/fuzz/*.c)))
FUZZ_OBJ := $(FUZZ_SHARED:%.c=$(B)/obj/%.o)
FUZZ_FLAGS := -std=c17 -D_GNU_SOURCE -I. -Isrc -Iinclude $(DEPS_CFLAGS) -g -O1 -pthread -MMD -MP \
        -fsanitize=address,undefined -fno-sanitize-recover=undefined
FUZZ_LIB := $(LIB_SRC:%.c=build/fuzz/obj/%.o) $(FUZZ_SHARED:%.c=build/fuzz/obj/%.o)
REPLAY_BIN := $(FUZZ_TARGETS:%=$(B)/fuzz/replay_%)
# What the target llm looks at is part of the proxy, not of the library.
FUZZ_LLM := $(patsubst %,src/proxy/%,scan lines reply)
$(B)/fuzz/replay_llm: $(FUZZ_LLM:%=$(B)/obj/%.o)
build/fuzz/fuzz_llm: $(FUZZ_LLM:%=build/fuzz/obj/%.o)
build/afl/fuzz_llm: $(FUZZ_LLM:%=build/afl/obj/%.o)
$(B)/fuzz/replay_http: $(B)/obj/src/http/request.o
build/fuzz/fuzz_http build/afl/fuzz_http: build/%/fuzz_http: build/%/obj/src/http/request.o
$(B)/fuzz/replay_%: $(B)/obj/tests/fuzz/replay.o $(B)/obj/tests/fuzz/fuzz_%.o $(FUZZ_OBJ) $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)
build/fuzz/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call SHOW,FUZZ,$<) clang $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link -c -o $@ $<
build/fuzz/fuzz_%: build/fuzz/obj/tests/fuzz/fuzz_%.o $(FUZZ_LIB)
	$(call SHOW,LD,$@) clang -fsanitize=fuzzer,address,undefined -o $@ $^ $(LDLIBS_ALL)
# The same for AFL++, whose mutator is a library.
AFL_LIB := $(LIB_SRC:%.c=build/afl/obj/%.o) $(FUZZ_SHARED:%.c=build/afl/obj/%.o)
build/afl/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call SHOW,AFL,$<) AFL_QUIET=1 afl-clang-fast $(FUZZ_FLAGS) -c -o $@ $<
build/afl/fuzz_%: build/afl/obj/tests/fuzz/fuzz_%.o $(AFL_LIB)
	$(call SHOW,LD,$@) AFL_QUIET=1 afl-clang-fast -fsanitize=fuzzer -fsanitize=address,undefined -o $@ $^ $(LDLIBS_ALL)
build/afl/mutator.so: tests/fuzz/afl_mutator.c tests/fuzz/mutate.c tests/fuzz/fuzz.h
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) clang -std=c17 -D_GNU_SOURCE -I. -Isrc $(DEPS_CFLAGS) -O2 -g -fPIC -shared -o $@ $(filter %.c,$^)
# The target `user` with every check of undefined, wrapped and narrowed values that clang has, in a program of its own that
# goes through seeds (tests/fuzz/user.h); LOB_WRAPS (src/base/wrap.h) marks what wraps on purpose.
USER_FLAGS := $(FUZZ_FLAGS:-fno-sanitize-recover=undefined=) -O2 -g1 -fno-omit-frame-pointer \
        -fsanitize=unsigned-integer-overflow,implicit-conversion,float-cast-overflow,float-divide-by-zero,local-bounds -fno-sanitize-trap=local-bounds
USER_OBJ := $(patsubst %.c,build/user/obj/%.o,$(LIB_SRC) $(wildcard tests/fuzz/user*.c))
build/user/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call SHOW,USER,$<) clang $(USER_FLAGS) -c -o $@ $<
build/user/user: $(USER_OBJ)
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) clang -fsanitize=address,undefined -o $@ $^ $(LDLIBS_ALL)
# The same program in any mode; `check-user` runs that of asan for a minute.
$(B)/fuzz/user: $(patsubst %.c,$(B)/obj/%.o,$(wildcard tests/fuzz/user*.c)) $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)
FROM ?= 1
fuzz-user: build/user/user
	@USER_SLOW_S=1 build/user/user list tests/fuzz/user.seeds
	@USER_SLOW_S=1 build/user/user run $(FROM) 1000000000 $(TIME)
check-user:
	+@$(call in_mode,asan) check-user-here
USER_S ?= 60
check-user-here: $(B)/fuzz/user
	@USER_SLOW_S=1 $(B)/fuzz/user list tests/fuzz/user.seeds
	@USER_SLOW_S=1 $(B)/fuzz/user run 1 1000000000 $(USER_S)
fuzz:
	+@TIME=$(TIME) TARGET="$(TARGET)" TARGETS="$(FUZZ_TARGETS)" MAKE="$(SELF)" ENGINE="$(ENGINE)" tools/fuzz.sh
fuzz-replay:
	+@$(call in_mode,asan) fuzz-replay-here
fuzz-replay-here: $(REPLAY_BIN)
	@tools/fuzz_replay.sh $(B)/fuzz $(FUZZ_TARGETS)

# Failing system calls (sweep, with sloppy as its control) and failing allocations (alloc) over reading and writing.
FAULT_BIN := $(B)/fault/sweep $(B)/fault/sloppy $(B)/fault/alloc
$(B)/fault/sweep: $(B)/obj/tests/fault/sweep.o $(B)/obj/tests/fault/trace.o $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)
$(B)/fault/%: $(B)/obj/tests/fault/%.o $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)
# Two programs of liblob, built from what is installed; examples: only built.
examples: $(B)/lib/liblob.a
	@tools/check_examples.sh $(B) build
check-examples: $(SERVER) $(B)/lib/liblob.a
	@tools/check_examples.sh $(B)
# Every command in README.md and docs, and every link.
check-docs: $(SERVER) $(PROXY) $(B)/conformance $(B)/demo $(B)/lib/liblob.a
	@tools/check_examples.sh $(B) build >/dev/null
	@python3 tools/check_docs.py $(B)
# The same bytes at any number of ranks; skipped, and said, where there is no Open MPI.
check-mpi: $(SERVER)
	+@if pkg-config --exists ompi-c; then $(SELF) MPI=1 B=build/mpi build/mpi/layout-observer; fi
	@tools/check_mpi.sh $(SERVER) build/mpi/layout-observer
check-fault: $(SERVER) $(FAULT_BIN)
	@tools/fault.sh $(B) quick
fault:
	+@$(call in_mode,release) check-fault-whole
	+@$(call in_mode,asan) check-fault-alloc
check-fault-whole: $(SERVER) $(FAULT_BIN)
	@tools/fault.sh $(B) whole
check-programs: build-all $(FAULT_BIN) $(B)/hostile $(B)/snapshot_locale.so $(B)/lib/liblob.a
check-fault-alloc: $(B)/fault/alloc
	@tools/fault.sh $(B) alloc

# ONLY=truth: guides known by formula, measured; COUNT of them.
COUNT ?= 20000
ifeq ($(ONLY),truth)
bench: $(B)/truth
	@$(B)/truth $(COUNT)
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
# Cheap calls over HTTP while ten clients render and check: p50 and p99. check-load: the short form, with a lax bound.
.PHONY: load check-load
load: $(SERVER) $(PROXY) $(B)/load
	@tools/load.sh $(B) 20 50
check-load: $(SERVER) $(PROXY) $(B)/load
	@tools/load.sh $(B) 3 500
# Figures of lithography that docs state; PART=forward: one part.
bench-litho: $(B)/bench_litho
	@$(B)/bench_litho $(PART)

# ---- generated code and house rules ----
gen: $(B)/schemac
	@$(B)/schemac --spec spec --out gen --docs docs/TOOLS.md
check-gen: $(B)/schemac
	@$(B)/schemac --check --spec spec --out gen --docs docs/TOOLS.md
lint: $(B)/lint
	@$(B)/lint .
format-check:
	@tools/format_check.sh $(CLANG_FORMAT)

# ---- handing it out ----
# tools/install.sh has the list of what is installed. The conformance suite travels with its cases and what they read: it needs
# no source tree.
INSTALL = DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" tools/install.sh
install: $(SERVER) $(PROXY) $(B)/conformance $(B)/lib/liblob.a
	@$(call LIBLOB_PC,$(B)/lib/liblob.pc)
	@$(INSTALL) install $(B)
uninstall:
	@$(INSTALL) uninstall $(B)
LIBLOB_PC = sed 's,@PREFIX@,$(PREFIX),; s,@VERSION@,$(VERSION),' src/api/liblob.pc.in >$(1)
dist:
	@mkdir -p build
	@git archive --format=tar.gz --prefix=layout-observer-$(VERSION)/ -o build/layout-observer-$(VERSION).tar.gz HEAD
	@echo build/layout-observer-$(VERSION).tar.gz
# Two Debian packages in build/deb: layout-observer and liblob-dev.
deb: $(SERVER) $(PROXY) $(B)/conformance $(B)/lib/liblob.a
	@tools/deb.sh $(B) build/deb $(VERSION)
# The server with every library linked in that there is an archive of: glibc and cJSON stay apart, cJSON's goes beside it.
portable: $(B)/portable/layout-observer
$(B)/portable/layout-observer: $(MAIN_OBJ) $(B)/liblob.a
	@rm -rf $(@D) && mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -Wl,-rpath,'$$ORIGIN/lib' -static-libgcc -Wl,-Bstatic $(LIBS_ARCHIVES) -Wl,-Bdynamic -lcjson -lm -pthread
	@strip $@
	@install -D -m 644 "$$(ldd $@ | sed -n 's/.*libcjson[^ ]* => \([^ ]*\) .*/\1/p')" $(@D)/lib/libcjson.so.1
LIBS_ARCHIVES = $(filter-out -lm -ldl,$(shell pkg-config --static --libs-only-l libxml-2.0 libpng) $(subst $(COMMA), ,$(LIBS_FFT))) -lcrypto -lstdc++
# The portable server as a bundle that desktop clients install with a click, and its entry in the MCP registry; REPOSITORY=owner/name
# says where releases are.
REPOSITORY ?= OWNER/layout-observer
# Of what is handed out: FFTW's GPL and OpenSSL's Apache licence meet in version 3.
BUNDLE_LICENSE = $(if $(filter kiss,$(FFT)),MIT,GPL-3.0-or-later)
mcpb: $(B)/portable/layout-observer
	@python3 tools/mcpb.py $(B)/portable packaging/mcpb/manifest.json packaging/server.json $(VERSION) $(REPOSITORY) $(BUNDLE_LICENSE) build/mcpb
# All of the above, made and tried.
check-ship: $(SERVER) $(PROXY) $(B)/conformance $(B)/lib/liblob.a $(B)/portable/layout-observer
	@python3 tools/check_ship.py $(B)
clean:
	rm -rf build

-include $(shell find $(B) build/tests build/fuzz/obj build/user/obj build/afl/obj -name '*.d' 2>/dev/null)
.PHONY: help all build-all demo demo-roundtrip setup check check-mpi conformance unit asan tsan valgrind unit-valgrind oom snapshots snapshots-diff snapshots-accept \
        snapshots-isolated snapshots-elsewhere snapshots-everywhere adversary check-adversary check-deep check-fixtures check-bad check-klayout check-report check-clients check-conformance check-mutants \
        check-reader-mutants reader-tests check-jail check-clang clang-here check-programs coverage coverage-raise coverage-branches branches branches-here mcdc mcdc-raise mcdc-tests static \
        check-static analysed valgrind-programs valgrind-programs-here valgrind-core reader-mutants check-reader-excepted fuzz fuzz-user check-user check-user-here fuzz-replay fuzz-replay-here check-fault fault check-fault-whole \
        check-fault-alloc performance check-instructions instructions-lower soak check-soak bench bench-litho gen check-gen lint format-check examples check-examples check-docs install uninstall dist deb portable mcpb check-ship clean
