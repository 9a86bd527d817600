# Unit tests: which files are programs, and what each links. docs/TESTING.md says how to run them.
TEST_SRC := $(sort $(wildcard tests/unit/*/test_*.c tests/unit/*/*/test_*.c tests/schemac/test_*.c))
SUPPORT_SRC := $(sort $(wildcard tests/support/*.c))
SUPPORT_OBJ := $(SUPPORT_SRC:%.c=$(B)/obj/%.o)
# Tests that link alike share a program, whose runner gives each file a process of its own (tests/support/runner.c). The others
# are programs of their own.
APART_SRC := $(shell grep -l 'A program of its own:' $(TEST_SRC)) $(filter tests/schemac/% tests/unit/tools/%,$(TEST_SRC))
SHARED_SRC := $(filter-out $(APART_SRC),$(TEST_SRC))
ENTRY_FLAGS = $(if $(filter $<,$(SHARED_SRC)),-include tests/support/entry.h -DLOB_TEST_ID=$(subst /,_,$(<:tests/unit/%.c=%)) -DLOB_TEST_NAME='"$(<:tests/unit/%.c=%)"')
SHARED_main := $(filter tests/unit/main/%,$(SHARED_SRC))
SHARED_proxy := $(filter tests/unit/proxy/% tests/unit/view/% tests/unit/http/%,$(SHARED_SRC))
SHARED_lib := $(filter-out $(SHARED_main) $(SHARED_proxy),$(SHARED_SRC))
TEST_BIN := $(TEST_SRC:%.c=$(B)/%)
UNIT_BIN := $(patsubst %,$(B)/tests/%,runner unit_lib unit_main unit_proxy) $(APART_SRC:%.c=$(B)/%)
# Tests of main and proxy link the parts of their program without its main().
MAIN_PARTS := $(filter-out %/main.o,$(MAIN_OBJ))
PROXY_PARTS := $(filter-out %/main.o,$(PROXY_OBJ))

# ---- objects ----
# Five modes share the objects of unit tests, which need no speed. Neither optimized nor hardened, they build in half the time of
# a release; -g1 gives valgrind the lines.
T := $(if $(filter release debug cov mutreaders plain,$(MODE)),build/tests/obj,$(B)/obj)
test_objects = $(patsubst %.c,$(B)/obj/%.o,$(filter $(SEES_PLATFORM),$(1))) $(patsubst %.c,$(T)/%.o,$(filter-out $(SEES_PLATFORM),$(1)))
build/tests/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call SHOW,CC,$<) $(CC) $(filter-out -g,$(BASE_FLAGS)) -Og -g1 $(if $(IS_CLANG),,-Wno-format-truncation) $(CFLAGS) $(ENTRY_FLAGS) -c -o $@ $<
# Coverage and UBSan look at the product, not at the tests.
$(if $(filter cov,$(MODE)),$(eval export LOB_COVERAGE := 1))
$(if $(filter cov,$(MODE)),$(eval $(B)/obj/tests/%.o: CFLAGS_ALL := $(filter-out --coverage,$(CFLAGS_ALL))))
$(if $(filter asan,$(MODE)),$(eval $(B)/obj/tests/%.o: CFLAGS_ALL := $(filter-out -fsanitize=address$(COMMA)undefined,$(CFLAGS_ALL)) -fsanitize=address))
# In a test snprintf() may cut a path at the size of its array.
$(if $(IS_CLANG),,$(eval $(B)/obj/tests/%.o: CFLAGS_ALL += -Wno-format-truncation))

# ---- the shared programs ----
$(B)/libtest.a: $(SUPPORT_OBJ)
	@rm -f $@ && ar crs $@ $^
$(B)/tests/runner: $(B)/libtest.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ -Wl,-u,main $^
$(B)/tests/unit_lib: $(call test_objects,$(SHARED_lib)) $(B)/libtest.a $(B)/liblob.a
$(B)/tests/unit_main: $(call test_objects,$(SHARED_main)) $(B)/libtest.a $(MAIN_PARTS) $(B)/liblob.a
$(B)/tests/unit_proxy: $(call test_objects,$(SHARED_proxy)) $(B)/libtest.a $(PROXY_PARTS) $(B)/liblob.a
# The entry is the only name that an object exports: any other would replace the product's in all tests of the program.
$(B)/tests/unit_%:
	@mkdir -p $(@D)
	@nm -A -g --defined-only $(filter $(T)/tests/unit/% $(B)/obj/tests/unit/%,$^) | grep -v ' lob_test_' | sed 's/$$/: shows more than its entry; see "A program of its own:"/' | (! grep .)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL) $(if $(filter %unit_proxy,$@),$(LIBS_PROXY))

# ---- programs of a single file ----
$(B)/tests/unit/main/%: $(T)/tests/unit/main/%.o $(B)/libtest.a $(MAIN_PARTS) $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL)
$(B)/tests/unit/proxy/%: $(T)/tests/unit/proxy/%.o $(B)/libtest.a $(PROXY_PARTS) $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL) $(LIBS_PROXY)
$(B)/tests/unit/http/%: $(T)/tests/unit/http/%.o $(B)/libtest.a $(PROXY_PARTS) $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL) $(LIBS_PROXY)
$(B)/tests/unit/view/%: $(T)/tests/unit/view/%.o $(B)/libtest.a $(PROXY_PARTS) $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL) $(LIBS_PROXY)
$(B)/tests/unit/%: $(T)/tests/unit/%.o $(B)/libtest.a $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL)
define own_test_rule
$(B)/$(1): $(B)/obj/$(1).o $(B)/libtest.a $(B)/liblob.a
	@mkdir -p $$(@D)
	$$(call SHOW,LD,$$@) $$(CC) $$(LDFLAGS_ALL) -o $$@ $$^ -lcmocka $$(LDLIBS_ALL)
endef
$(foreach test,$(basename $(filter $(SEES_PLATFORM),$(APART_SRC))),$(eval $(call own_test_rule,$(test))))
# tests/unit/tools/test_NAME links tools/NAME without its main(); parts of snapshot and conformance have tests of their own.
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
$(patsubst %.c,$(B)/%,$(wildcard tests/unit/tools/test_conformance_*.c)): $(B)/%: $(T)/%.o $(B)/libtest.a $(call tool_parts,conformance) $(B)/libtools.a $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL)
$(B)/tests/schemac/%: $(T)/tests/schemac/%.o $(B)/libtest.a $(call tool_parts,schemac) $(B)/libseed.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL)

# ---- what some tests start or replace ----
# What tests/unit/klayout puts behind walls: a program without sanitizers, static where libc can be had so.
$(B)/tests/unit/klayout/probe: tests/unit/klayout/probe.c
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) -std=c17 -D_GNU_SOURCE -O1 -Wall -Wextra -pthread -static -o $@ $< 2>/dev/null || $(CC) -std=c17 -D_GNU_SOURCE -O1 -pthread -o $@ $<
$(B)/tests/unit/klayout/test_jail $(B)/tests/unit/klayout/test_klayout $(B)/tests/unit/klayout/test_run: | $(B)/tests/unit/klayout/probe
# Servers that misbehave, for tests of their clients: libc alone.
$(B)/tests/servers/%: $(B)/obj/tests/servers/%.o
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^
$(B)/tests/unit/client/test_mcp_peer: | $(B)/tests/servers/bad
$(B)/tests/unit/support/test_runner: | $(B)/tests/runner $(B)/tests/unit/support/together
$(B)/tests/unit/support/together: $(B)/obj/tests/unit/support/together.o $(B)/libtest.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ -Wl,-u,main $^
$(B)/tests/unit/proxy/test_serve $(B)/tests/unit/proxy/test_roundtrip: | $(B)/tests/servers/scripted_llm
$(B)/tests/unit/proxy/test_run: | $(B)/tests/servers/scripted_llm $(B)/layout-observer-http
$(B)/tests/unit/http/test_run: | $(B)/layout-observer-http
$(B)/tests/unit/http/test_run_workers: | $(B)/layout-observer $(B)/layout-observer-http
$(B)/tests/unit/geom/test_region_polls $(B)/tests/unit/rules/test_scan_polls: LDFLAGS_ALL += -Wl,--wrap=lob_poll
$(B)/tests/unit/session/test_ids: LDFLAGS_ALL += -Wl,--wrap=lob_object_hash
