# Layout Observer. `make` prints what there is to do; README.md has the two commands that matter.
# Everything is built out of tree: build/MODE. MODE is release, debug, asan, tsan, cov, hostile.
MODE ?= release
CC ?= gcc
B := build/$(MODE)
WARN := -Wall -Wextra -Werror -Wformat=2 -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual \
        -Wvla -Wimplicit-fallthrough -Wundef -Wconversion -Wno-sign-conversion
DEPS_CFLAGS := $(shell pkg-config --cflags libxml-2.0 2>/dev/null)
BASE_FLAGS := -std=c17 -D_GNU_SOURCE -I. -Isrc $(DEPS_CFLAGS) $(WARN) -ffp-contract=off -fno-strict-aliasing -pthread -MMD -MP -g
OPT_release := -O2
OPT_debug := -O0
OPT_asan := -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
OPT_tsan := -O1 -fsanitize=thread
OPT_cov := -O0 --coverage -DLOB_COVERAGE
OPT_hostile := -O1 -DLOB_HOSTILE
CFLAGS_ALL := $(BASE_FLAGS) $(OPT_$(MODE)) $(CFLAGS)
LDLIBS_ALL := -lcjson -lz -lcrypto -lm -pthread
LDFLAGS_ALL := $(filter -fsanitize=% --coverage,$(OPT_$(MODE))) $(LDFLAGS)

LIB_SRC := $(sort $(wildcard src/base/*.c src/json/*.c src/geom/*.c src/db/*.c src/io/*.c src/io/*/*.c src/session/*.c \
             src/tool/*.c src/mcp/*.c gen/*.c))
MAIN_SRC := $(sort $(wildcard src/main/*.c))
TEST_SRC := $(sort $(wildcard tests/unit/*/test_*.c))
LIB_OBJ := $(LIB_SRC:%.c=$(B)/obj/%.o)
MAIN_OBJ := $(MAIN_SRC:%.c=$(B)/obj/%.o)
TEST_BIN := $(TEST_SRC:%.c=$(B)/%)
.SECONDARY:

help:
	@echo "make all | unit"
all: $(B)/layout-observer
unit: $(TEST_BIN)
	@for t in $(TEST_BIN); do $$t || exit 1; done
$(B)/liblob.a: $(LIB_OBJ)
	@rm -f $@ && ar crs $@ $^
$(B)/layout-observer: $(MAIN_OBJ) $(B)/liblob.a
	$(CC) $(LDFLAGS_ALL) -o $@ $^ $(LDLIBS_ALL)
$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -c -o $@ $<
$(B)/tests/%: $(B)/obj/tests/%.o $(B)/liblob.a
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS_ALL) -o $@ $^ -lcmocka $(LDLIBS_ALL)
-include $(shell find $(B) -name '*.d' 2>/dev/null)
.PHONY: help all unit
