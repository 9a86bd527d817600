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
wheel: python $(B)/portable/layout-observer
	@$(PYTHON) tools/wheel.py build/python/layout_observer $(B)/portable $(VERSION) $(BUNDLE_LICENSE) build/wheel
check-python: python
	@tools/check_python.sh $(SERVER) $(PYTHON)
.PHONY: python wheel check-python
# Two npm packages in build/npm: a launcher, and the portable program for this machine.
npm: $(B)/portable/layout-observer
	@$(PYTHON) tools/npm.py $(B)/portable $(VERSION) $(BUNDLE_LICENSE) build/npm
.PHONY: npm
