# Fuzz targets (tests/fuzz) and failing system calls and allocations (tests/fault).

# ---- libFuzzer and AFL++ ----
# tests/fuzz/fuzz_NAME.c is the target NAME; every other file there but replay.c and afl_mutator.c is part of each. `fuzz` needs
# clang, or with ENGINE=afl AFL++; `fuzz-replay` needs neither.
FUZZ_TARGETS := $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZ_SHARED := $(filter-out tests/fuzz/fuzz_% tests/fuzz/replay.c tests/fuzz/user_main.c tests/fuzz/afl_mutator.c,$(sort $(wildcard tests/fuzz/*.c)))
FUZZ_OBJ := $(FUZZ_SHARED:%.c=$(B)/obj/%.o)
FUZZ_FLAGS := -std=c17 -D_GNU_SOURCE -I. -Isrc -Iinclude $(DEPS_CFLAGS) -g -O1 -pthread -MMD -MP \
        -fsanitize=address,undefined -fno-sanitize-recover=undefined
FUZZ_LIB := $(LIB_SRC:%.c=build/fuzz/obj/%.o) $(FUZZ_SHARED:%.c=build/fuzz/obj/%.o)
REPLAY_BIN := $(FUZZ_TARGETS:%=$(B)/fuzz/replay_%)
# What the target llm looks at is part of the proxy, not of the library.
FUZZ_LLM := $(patsubst %,src/proxy/%,accept miss scan reply)
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
# Those that need readers or texts alone take what they refer to out of an archive of these folders. libFuzzer goes through all
# counters after each run, and those of the whole library cost more than a small input does.
FUZZ_FAST := gds oas json
FUZZ_CORE_SRC := $(wildcard src/base/*.c src/json/*.c src/geom/*.c src/db/*.c src/io/*.c src/io/*/*.c src/pic/*.c) \
        $(filter-out tests/fuzz/store.c,$(FUZZ_SHARED))
FUZZ_CORE := build/fuzz/core/libcore.a
build/fuzz/core/%.o: %.c
	@mkdir -p $(@D)
	$(call SHOW,FUZZ,$<) clang $(FUZZ_FLAGS) -O2 -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp -c -o $@ $<
$(FUZZ_CORE): $(FUZZ_CORE_SRC:%.c=build/fuzz/core/%.o)
	@rm -f $@
	$(call SHOW,AR,$@) ar rcs $@ $^
$(FUZZ_FAST:%=build/fuzz/fuzz_%): build/fuzz/fuzz_%: build/fuzz/core/tests/fuzz/fuzz_%.o $(FUZZ_CORE)
	$(call SHOW,LD,$@) clang -fsanitize=fuzzer,address,undefined -o $@ $^ $(LDLIBS_ALL)
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
fuzz:
	+@TIME=$(TIME) TARGET="$(TARGET)" TARGETS="$(FUZZ_TARGETS)" MAX="$(MAX)" MAKE="$(SELF)" ENGINE="$(ENGINE)" tools/fuzz.sh
fuzz-replay:
	+@$(call in_mode,asan) fuzz-replay-here
fuzz-replay-here: $(REPLAY_BIN)
	@tools/fuzz_replay.sh $(B)/fuzz $(FUZZ_TARGETS)

# ---- the target that is a user ----
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

# ---- faults ----
# Failing system calls (sweep, with sloppy as its control) and failing allocations (alloc) over reading and writing.
FAULT_BIN := $(B)/fault/sweep $(B)/fault/sloppy $(B)/fault/alloc
$(B)/fault/sweep: $(B)/obj/tests/fault/sweep.o $(B)/obj/tests/fault/trace.o $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)
$(B)/fault/%: $(B)/obj/tests/fault/%.o $(B)/liblob.a
	@mkdir -p $(@D)
	$(call SHOW,LD,$@) $(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)
check-fault: $(SERVER) $(FAULT_BIN)
	@tools/fault.sh $(B) quick
fault:
	+@$(call in_mode,release) check-fault-whole
	+@$(call in_mode,asan) check-fault-alloc
check-fault-whole: $(SERVER) $(FAULT_BIN)
	@tools/fault.sh $(B) whole
check-fault-alloc: $(B)/fault/alloc
	@tools/fault.sh $(B) alloc
.PHONY: fuzz fuzz-user check-user check-user-here fuzz-replay fuzz-replay-here check-fault fault check-fault-whole \
        check-fault-alloc
