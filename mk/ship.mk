# Handing it out: install, packages, bundle, and the examples that build against what is installed.
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
# The programs, each one static file, for any Linux of this processor. Debian has no archive of cJSON: it is built from Debian's
# source; where that is not available, the server is linked with the system's glibc, cJSON's library goes beside it, and
# layout-observer-http is left out. In packaging/portable lies what libraries ask of others and the programs never use.
PORTABLE := $(B)/portable/layout-observer
portable: $(PORTABLE)
PORTABLE_C := $(wildcard packaging/portable/no_*.c)
PORTABLE_LD = $(CC) $(filter-out -pie -fuse-ld=%,$(LDFLAGS_ALL)) -static-pie -Wl,--gc-sections
PORTABLE_O = $(1:%=$(B)/portable.obj/no_%.o)
$(PORTABLE): $(MAIN_OBJ) $(PROXY_OBJ) $(B)/liblob.a $(PORTABLE_C) tools/cjson_archive.sh
	@rm -rf $(@D) $(B)/portable.obj && mkdir -p $(@D) $(B)/portable.obj
	@for c in $(PORTABLE_C); do $(CC) -O2 -fPIE -std=c17 $(WARN) -D_GNU_SOURCE -I. -Isrc '-DICU(name)=name##$(ICU_VERSION)' -c -o $(B)/portable.obj/$$(basename $$c .c).o $$c || exit 1; done
	$(call SHOW,LD,$@) if tools/cjson_archive.sh "$(CC)" $(B)/cjson.a; then \
	    { $(PORTABLE_LD) -o $@ $(MAIN_OBJ) $(B)/liblob.a $(call PORTABLE_O,icu iconv) $(B)/cjson.a $(LIBS_ARCHIVES) -lm -pthread && \
	      $(PORTABLE_LD) -o $@-http $(filter-out %/upstream.o,$(PROXY_OBJ)) $(B)/liblob.a $(call PORTABLE_O,icu iconv gnutls upstream) $(B)/cjson.a -lmicrohttpd $(LIBS_ARCHIVES) -lm -pthread; } 2>$(B)/portable.obj/said || { cat $(B)/portable.obj/said; exit 1; }; \
	else \
	    $(CC) $(LDFLAGS_ALL) -Wl,--gc-sections -o $@ $(MAIN_OBJ) $(B)/liblob.a $(call PORTABLE_O,icu) -Wl,-rpath,'$$ORIGIN/lib' -static-libgcc -Wl,-Bstatic $(LIBS_ARCHIVES) -Wl,-Bdynamic -lcjson -lm -pthread && \
	    install -D -m 644 "$$(ldd $@ | sed -n 's/.*libcjson[^ ]* => \([^ ]*\) .*/\1/p')" $(@D)/lib/libcjson.so.1; fi
	@for p in $@ $@-http; do [ ! -f $$p ] || $(CROSS)strip $$p; done
# ICU is 30 MB of tables that libxml2 does not look at where it has iconv.
ICU_VERSION = $(shell $(CROSS)nm $$($(CC) -print-file-name=libxml2.a) 2>/dev/null | sed -n 's/.* U ucnv_open//p' | head -n 1)
LIBS_ARCHIVES = $(filter-out -lm -ldl -licu%,$(shell pkg-config --static --libs-only-l libxml-2.0 libpng) $(subst $(COMMA), ,$(LIBS_FFT))) -lcrypto
# The same for arm64, with Debian's cross compiler and its arm64 libraries below build/arm64/sysroot; qemu-user runs it here.
ARM64 := aarch64-linux-gnu
ARM64_ROOT = $(CURDIR)/build/arm64/sysroot
ARM64_LIB = $(ARM64_ROOT)/usr/lib/$(ARM64)
portable-arm64:
	@tools/arm64_sysroot.sh $(ARM64_ROOT)
	+@PKG_CONFIG_SYSROOT_DIR=$(ARM64_ROOT) PKG_CONFIG_LIBDIR=$(ARM64_LIB)/pkgconfig \
	    $(SELF) portable B=build/arm64 CROSS=$(ARM64)- CC="$(ARM64)-gcc -B$(ARM64_LIB)/ -isystem $(ARM64_ROOT)/usr/include -isystem $(ARM64_ROOT)/usr/include/$(ARM64)"
# The arm64 programs under qemu: the contract's cases, the bytes of pictures, and the packages made of them.
check-arm64: $(SERVER) $(B)/conformance python
	+@if ! command -v $(ARM64)-gcc >/dev/null || ! tools/arm64_sysroot.sh $(ARM64_ROOT); then \
	    printf '  SKIPPED arm64: no cross compiler, or no arm64 libraries to be had\n0 passed, 0 failed, 1 skipped\n'; \
	else \
	    $(SELF) portable-arm64 && $(PYTHON) tools/check_arm64.py $(B) build/arm64/portable; \
	fi
.PHONY: portable-arm64 check-arm64
# The portable server as a bundle that desktop clients install with a click, and its entry in the MCP registry; REPOSITORY=owner/name
# says where releases are.
REPOSITORY ?= OWNER/layout-observer
# Of what is handed out: with FFT=fftw, FFTW's GPL and OpenSSL's Apache licence meet in version 3.
BUNDLE_LICENSE = $(if $(filter fftw,$(FFT)),GPL-3.0-or-later,MIT)
# PACKED=build/arm64/portable packs the programs for arm64.
PACKED ?= $(B)/portable
mcpb: $(PACKED)/layout-observer
	@python3 tools/mcpb.py $(PACKED) packaging/mcpb/manifest.json packaging/server.json $(VERSION) $(REPOSITORY) $(BUNDLE_LICENSE) build/mcpb
# What a release has, in build/release-files: after `make portable` and, for arm64, `make portable-arm64`.
RELEASED = $(patsubst %/layout-observer,%,$(wildcard $(B)/portable/layout-observer build/arm64/portable/layout-observer))
release: $(PORTABLE)
	@rm -rf build/release-files build/npm build/wheel && mkdir -p build/release-files
	+@$(SELF) dist deb mcpb npm wheel
	+@[ ! -f build/arm64/portable/layout-observer ] || $(SELF) npm wheel PACKED=build/arm64/portable
	@cp build/layout-observer-$(VERSION).tar.gz build/deb/*.deb build/mcpb/*.mcpb build/mcpb/server.json build/npm/*.tgz build/wheel/*.whl build/release-files/
	@python3 tools/release.py $(VERSION) $(BUNDLE_LICENSE) build/release-files $(RELEASED)
.PHONY: release
# All of the above, made and tried.
check-ship: $(SERVER) $(PROXY) $(B)/conformance $(B)/lib/liblob.a $(B)/portable/layout-observer
	@python3 tools/check_ship.py $(B)
# Each install in bare Debian and Ubuntu roots (SUITES: some of them, SUITE:INSTALL: one install), by the files of `make release`; needs root and mmdebstrap.
check-newcomer: release
	@$(PYTHON) tools/newcomer.py build/release-files $(SUITES)
.PHONY: check-newcomer
# Two programs of liblob, built from what is installed; examples: only built.
examples: $(B)/lib/liblob.a
	@tools/check_examples.sh $(B) build
check-examples: $(SERVER) $(B)/lib/liblob.a
	@tools/check_examples.sh $(B)
.PHONY: examples check-examples install uninstall dist deb portable mcpb check-ship
# The Python package: its module of tools is written from what the server lists. wheel: with the portable program inside.
PYTHON ?= python3
PYTHON_FILES := $(wildcard python/layout_observer/*) python/README.md
python: build/python/layout_observer/_tools.py
build/python/layout_observer/_tools.py: $(SERVER) tools/python_api.py $(PYTHON_FILES)
	@rm -rf build/python && mkdir -p build/python && cp -r python/layout_observer build/python/
	@$(PYTHON) tools/python_api.py $(SERVER) $@
wheel: python $(PACKED)/layout-observer
	@$(PYTHON) tools/wheel.py build/python/layout_observer $(PACKED) $(VERSION) $(BUNDLE_LICENSE) build/wheel
check-python: python
	@tools/check_python.sh $(SERVER) $(PYTHON)
.PHONY: python wheel check-python
# Two npm packages in build/npm: a launcher, and the portable programs for one processor.
npm: $(PACKED)/layout-observer
	@$(PYTHON) tools/npm.py $(PACKED) $(VERSION) $(BUNDLE_LICENSE) build/npm
.PHONY: npm
