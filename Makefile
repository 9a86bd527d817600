# Layout Observer: the build. `make help` lists what there is to do.
#
# Objects and programs go to build/MODE, nothing into the source folders. Wildcards find the sources: a new file needs no line
# here. gen/ is committed, so the product builds without its generator. mk/ has the rest: modes.mk (flags of each MODE),
# unit.mk (how unit tests link), test.mk, mutants.mk, coverage.mk, fuzz.mk, bench.mk and ship.mk.
MODE ?= release
TIME ?= 60
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
SETUP ?= 1
PREFIX ?= /usr/local
DESTDIR ?=
CORPUS ?= ../shared/corpus
SUITE ?= ../klayout
BENCH_DIR ?= build/bench
CLANG_FORMAT ?= clang-format-14
ifeq ($(origin CC),default)
CC := $(if $(filter mcdc,$(MODE)),clang-19,$(if $(filter clang,$(MODE)),clang,gcc))
endif
# CROSS=aarch64-linux-gnu- takes the binary tools of another processor (mk/ship.mk: portable-arm64).
AR := $(CROSS)ar
B := build/$(MODE)
VERSION = $(shell sed -n 's/^.define LOB_VERSION "\(.*\)"/\1/p' src/base/version.h)
# `make all` installs missing packages before anything here asks pkg-config for them.
ifeq ($(SETUP) $(filter all,$(MAKECMDGOALS)),1 all)
$(shell tools/setup.sh build >&2)
ifneq ($(.SHELLSTATUS),0)
$(error The packages above are missing, so nothing can be built; SETUP=0 tries all the same)
endif
endif
include mk/modes.mk

# ---- sources ----
# Of each pair of files one is built: which library transforms (FFT), and who shares the tiles (MPI).
LITHO_SRC := $(filter-out src/litho/fft_$(if $(filter fftw,$(FFT)),own,fftw).c src/litho/ranks_$(if $(MPI),one,mpi).c,$(wildcard src/litho/*.c))
LIB_SRC := $(sort $(wildcard src/base/*.c src/json/*.c src/geom/*.c src/db/*.c src/io/*.c src/io/*/*.c src/query/*.c src/measure/*.c src/pic/*.c src/render/*.c src/draw/*.c src/rules/*.c src/diff/*.c src/design/*.c src/api/*.c src/crew/*.c $(LITHO_SRC) src/markers/*.c src/klayout/*.c src/script/*.c src/session/*.c \
             src/tool/*.c src/report/*.c src/mcp/*.c src/client/*.c src/cli/*.c src/tcp/*.c gen/*.c gen/*/*.c))
MAIN_SRC := $(sort $(wildcard src/main/*.c))
# layout-observer-http is a program of its own, so that the server for agents does not load an HTTP stack.
PROXY_SRC := $(sort $(wildcard src/proxy/*.c src/view/*.c src/http/*.c))
# The schema compiler uses no generated code but the errors and limits of src/base: it builds when gen/ is stale.
SEED_SRC := $(sort $(wildcard src/base/*.c)) $(filter-out src/json/wire%.c,$(sort $(wildcard src/json/*.c)))
# tools/NAME is the program build/MODE/NAME; tools/shared is part of each but the two that build gen/.
TOOLS := $(filter-out shared,$(notdir $(patsubst %/,%,$(sort $(dir $(wildcard tools/*/*.c))))))
DEMO_LAYOUT := fixtures/reticle.gds
DEMO_COUPLER := fixtures/coupler.gds

# ---- objects and programs ----
LIB_OBJ := $(call objects,$(LIB_SRC)) $(if $(IS_MUTANT),$(B)/obj/lob_mutant.o)
MAIN_OBJ := $(call objects,$(MAIN_SRC))
PROXY_OBJ := $(call objects,$(PROXY_SRC))
SEED_OBJ := $(SEED_SRC:%.c=$(B)/obj/%.o)
SHARED_TOOL_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard tools/shared/*.c)))
TOOL_BIN := $(TOOLS:%=$(B)/%)
SERVER := $(B)/layout-observer
PROXY := $(B)/layout-observer-http
# A make of its own, in another mode: $(call in_mode,asan) unit.
SELF = $(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS))
in_mode = $(SELF) MODE=$(1) B=build/$(1)
# V=1 shows whole commands.
SHOW = $(if $(V),,@echo "  $(1) $(2)";)
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
	@echo "make bench         ratios against KLayout and openssl (ONLY=render: one part: start latency large queries render rules diff formats truth answers; GDSTK=folder of the Python package)"
	@echo "make performance   docs/PERFORMANCE.md from the last make bench      make soak          REQUESTS=1000000 SESSIONS=1000"
	@echo "make check-instructions  instructions of workloads under their ceilings; instructions-lower"
	@echo "make check-mpi     the tiles of one evaluation shared by ranks of MPI: the same bytes"
	@echo "make bench-litho   figures of lithography (PART=forward: one part)"
	@echo "make gallery       pictures of the layouts of CORPUS in three styles, in build/gallery"
	@echo "make examples      programs of liblob (docs/LIBRARY.md); check-examples: run them; check-docs: commands and links of docs"
	@echo "make gen           gen/ and docs/TOOLS.md from spec/  make check-gen     fails when they are stale"
	@echo "make lint          house rules                        make format-check  clang-format, where there is one"
	@echo "make check-words   spelling and style of the pages"
	@echo "make dead          functions that no program reaches, names that a header shows for nobody"
	@echo "make install       PREFIX=$(PREFIX) DESTDIR=; uninstall          make dist, deb, portable, portable-arm64, mcpb; check-ship, check-arm64, check-newcomer: all of them tried"

# ---- building ----
all: $(SERVER) $(PROXY) $(TOOL_BIN)
# build/cov/dead has the same programs for `make dead`.
$(SERVER) $(B)/dead/layout-observer: $(MAIN_OBJ) $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)
$(PROXY) $(B)/dead/layout-observer-http: $(PROXY_OBJ) $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL) $(LIBS_PROXY)
$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call SHOW,CC,$<) $(COMPILE)
$(B)/liblob.a: $(LIB_OBJ)
	@rm -f $@ && $(AR) crs $@ $^
$(B)/libtools.a: $(SHARED_TOOL_OBJ)
	@rm -f $@ && $(AR) crs $@ $^
$(B)/libseed.a: $(SEED_OBJ)
	@rm -f $@ && $(AR) crs $@ $^
# What programs link (docs/LIBRARY.md): everything as one object that exports the names of include/lob/lob.h and no others.
$(B)/lib/liblob.a: $(B)/liblob.a include/lob/lob.h
	@mkdir -p $(@D)
	@$(PUBLIC_NAMES) >$(@D)/names
	$(call SHOW,LD,$@) $(CC) -r -nostdlib -o $(@D)/lob.o $$(sed 's/^/-Wl,-u,/' $(@D)/names) $(B)/liblob.a && $(CROSS)objcopy --keep-global-symbols=$(@D)/names $(@D)/lob.o
	@rm -f $@ && $(AR) crs $@ $(@D)/lob.o
# The language of DRC scripts is text inside the program.
$(B)/obj/src/script/dsl_text.o: $(wildcard src/script/dsl*.rb)
define tool_rule
$(B)/$(1) $(B)/dead/$(1): $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard tools/$(1)/*.c))) $(if $(filter schemac lint,$(1)),$(B)/libseed.a,$(B)/libtools.a $(B)/liblob.a)
	@mkdir -p $$(@D)
	$$(call SHOW,LD,$$@) $$(CC) $$(LDFLAGS_ALL) -o $$@ $$^ $$(LDLIBS_ALL)
endef
$(foreach tool,$(TOOLS),$(eval $(call tool_rule,$(tool))))
PUBLIC_NAMES = grep -oE 'lob_(api|desk|doc)_[a-z_]+\(' include/lob/lob.h | tr -d '(' | sort -u

# ---- the demonstration ----
demo: setup
	+@$(SELF) build/release/layout-observer build/release/demo MODE=release B=build/release >build/demo.log 2>&1 || { cat build/demo.log; exit 1; }
	@build/release/demo build/release/layout-observer $(DEMO_LAYOUT) $(DEMO_COUPLER) build/coupler.png

# A model drives the layout: scripted endpoint, proxy, JSON over TCP, client (docs/LLM-PROXY.md).
demo-roundtrip: $(SERVER) $(PROXY) $(B)/tests/servers/scripted_llm
	@tools/demo_roundtrip.sh $(B) $(DEMO_LAYOUT)

setup:
	@mkdir -p build
	@[ "$(SETUP)" = 0 ] || tools/setup.sh

# ---- generated code and house rules ----
gen: $(B)/schemac
	@$(B)/schemac --spec spec --out gen --src src --docs docs/TOOLS.md
check-gen: $(B)/schemac
	@$(B)/schemac --check --spec spec --out gen --src src --docs docs/TOOLS.md
	@tools/view_page.sh --check
view-page:
	@tools/view_page.sh
lint: $(B)/lint
	@$(B)/lint .
# Spelling and style of what people read.
check-words:
	@python3 tools/words.py
format-check:
	@tools/format_check.sh $(CLANG_FORMAT)
clean:
	rm -rf build
.PHONY: help all demo demo-roundtrip setup gen check-gen view-page lint check-words format-check clean

include mk/unit.mk mk/fuzz.mk mk/test.mk mk/mutants.mk mk/coverage.mk mk/bench.mk mk/ship.mk
-include $(shell find $(B) build/tests build/fuzz/obj build/user/obj build/afl/obj -name '*.d' 2>/dev/null)
