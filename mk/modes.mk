# Flags: what every file is compiled with, and what each MODE adds. Programs of different modes never share an object but
# those of unit tests (mk/unit.mk).

# ---- for every mode ----
IS_CLANG := $(findstring clang,$(CC))
WARN := -Wall -Wextra -Werror -Wformat=2 -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual \
        -Wvla -Wimplicit-fallthrough -Wundef -Wconversion -Wno-sign-conversion -Werror=format-security -Werror=implicit \
        -Werror=incompatible-pointer-types -Werror=int-conversion $(if $(IS_CLANG),,-Wtrampolines -Wbidi-chars=any)
DEPS_CFLAGS := $(shell pkg-config --cflags libxml-2.0 2>/dev/null)
BASE_FLAGS := -std=c17 -D_GNU_SOURCE -I. -Isrc -Iinclude $(DEPS_CFLAGS) $(WARN) -ffp-contract=off -fno-strict-aliasing \
        -fno-strict-overflow -fno-delete-null-pointer-checks -fPIE -pthread -MMD -MP -g
IS_ARM := $(findstring aarch64,$(shell $(CC) -dumpmachine 2>/dev/null))
HARDEN := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fstack-clash-protection \
        $(if $(IS_ARM),-mbranch-protection=standard,-fcf-protection=full) \
        $(if $(IS_CLANG),,-ftrivial-auto-var-init=zero)
HARDEN_LD := -pie -Wl,-z,relro,-z,now,-z,noexecstack,-z,nodlopen -Wl,--as-needed

# ---- for each mode ----
# Sanitizers, coverage and the hostile build go without hardening: it would hide what they look for.
OPT_release := -O2 $(HARDEN)
# Clang's warnings only.
OPT_clang := -O0 -g0
# A system without Landlock, seccomp, openat2, memfd (src/base/platform.h).
OPT_plain := -O1 -g0 -DLOB_PLATFORM_PLAIN
# For valgrind: programs of -O2 run a sixth faster there than those of -Og, three times as fast as those of -O0.
OPT_debug := -O2 -g1 -w
# -Og takes half the build time of -O1. Sanitizers cause false warnings; the other modes warn.
OPT_asan := -Og -g1 -w -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
OPT_tsan := -O1 -fsanitize=thread
# A section a function: for `make dead`.
OPT_cov := -O0 -g0 -ffunction-sections --coverage -DLOB_COVERAGE
OPT_mcdc := -O0 -w -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc
OPT_hostile := -O1 -DLOB_HOSTILE
# Variables that a dropped check leaves unset are zero, so that a mutant does the same each time.
OPT_mutant := -O1 -g0 -w $(if $(IS_CLANG),,-ftrivial-auto-var-init=zero)
OPT_mutreaders := $(OPT_mutant)
# gold links the 70 programs of a mode in a fifth of the time.
LD_FAST := $(if $(shell command -v ld.gold 2>/dev/null),-fuse-ld=gold)
LD_release := $(HARDEN_LD) $(LD_FAST)
LD_debug := -pie $(LD_FAST)
LD_asan := -pie $(LD_FAST)
LD_cov := -pie $(LD_FAST)
LD_clang := -pie $(LD_FAST)
LD_plain := -pie $(LD_FAST)
LD_mutant := -pie $(LD_FAST)
LD_mutreaders := -pie $(LD_FAST)
CFLAGS_ALL := $(BASE_FLAGS) $(OPT_$(MODE)) $(CFLAGS)

# ---- libraries ----
# curl is for tools/conformance --url alone. Without it that option reports that it is missing.
COMMA := ,
HAS_CURL := $(shell pkg-config --exists libcurl 2>/dev/null && echo 1)
LIBS_CURL := $(if $(HAS_CURL),-Wl$(COMMA)--push-state$(COMMA)--as-needed $(shell pkg-config --libs libcurl) -Wl$(COMMA)--pop-state)
# Transforms of src/litho: our own, or with FFT=fftw FFTW3, which is under the GPL.
FFT ?= own
LIBS_FFT := $(if $(filter fftw,$(FFT)),-lfftw3f)
# MPI=1 shares the tiles of an evaluation among the processes of mpirun (Open MPI); build it with B=build/mpi.
LDLIBS_ALL := -lxml2 -lcjson -lpng -lz -lcrypto $(LIBS_CURL) $(LIBS_FFT) $(if $(MPI),$(shell pkg-config --libs ompi-c)) -lm -pthread
LDFLAGS_ALL := $(filter -fsanitize=% --coverage -fprofile-instr-generate,$(OPT_$(MODE))) $(if $(LD_$(MODE)),$(LD_$(MODE)),-pie) $(LDFLAGS)
LIBS_PROXY := $(shell pkg-config --libs libmicrohttpd libcurl 2>/dev/null)

# ---- compiling a file ----
# Some modes compile a few files and take all other objects from the release build, which must be there. MODE=mutant and
# mutreaders compile the files of build/MODE/mutated, which tools/mutate writes, instead of those of src; MODE=plain compiles
# whatever sees src/base/platform.h, as the compiler of the release said (tests included: mk/unit.mk).
IS_MUTANT := $(filter mutant mutreaders,$(MODE))
IS_PLAIN := $(filter plain,$(MODE))
MUTATED := $(if $(IS_MUTANT),$(shell cat $(B)/mutated/sources.txt 2>/dev/null))
SEES_PLATFORM := $(if $(IS_PLAIN),$(shell grep -rl --include=*.d 'base/platform\.h' build/release/obj build/tests/obj 2>/dev/null | sed 's,^build/[a-z]*/obj/,,; s,\.d$$,.c,'))
OWN := $(MUTATED) $(SEES_PLATFORM)
objects = $(patsubst %.c,$(B)/obj/%.o,$(if $(IS_MUTANT)$(IS_PLAIN),$(filter $(OWN),$(1)),$(1))) $(if $(IS_MUTANT)$(IS_PLAIN),$(patsubst %.c,build/release/obj/%.o,$(filter-out $(OWN),$(1))))
# MODE=debug runs gcc's analyser over src and tools as it compiles, and keeps what it reports beside the object (tools/static.sh).
ANALYSED = $(if $(IS_CLANG),,$(if $(filter debug,$(MODE)),$(filter src/%.c tools/%.c,$<)))
ANALYSE = $(filter-out -w -W%,$(CFLAGS_ALL)) -fanalyzer -fdiagnostics-plain-output
COMPILE = $(CC) $(if $(ANALYSED),$(ANALYSE),$(CFLAGS_ALL)) $(ENTRY_FLAGS) $(if $(IS_MUTANT),-iquote $(<D)) -c -o $@ \
        $(firstword $(if $(IS_MUTANT),$(wildcard $(B)/mutated/$<)) $<) \
        $(if $(ANALYSED),2>$(@:.o=.found) || { cat $(@:.o=.found) >&2; exit 1; })
$(B)/obj/src/litho/ranks_mpi.o: CFLAGS_ALL += $(shell pkg-config --cflags ompi-c 2>/dev/null)
$(B)/obj/src/client/mcp_http.o: CFLAGS_ALL += $(if $(HAS_CURL),-DLOB_HAS_CURL $(shell pkg-config --cflags libcurl))
