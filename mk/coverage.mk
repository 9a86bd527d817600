# What looks at the source instead of the answers: coverage, warnings of clang, static analysers.
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
# Functions that no program reaches; the objects are those of `coverage`, where nothing is inlined.
dead:
	+@$(call in_mode,cov) dead-here
$(B)/dead/%: LDFLAGS_ALL += -Wl,--gc-sections
$(B)/dead/layout-observer: LDFLAGS_ALL += $$($(PUBLIC_NAMES) | sed 's/^/-Wl,-u,/')
dead-here: $(patsubst %,$(B)/dead/%,layout-observer layout-observer-http $(TOOLS))
	@tools/dead.sh $(B)
.PHONY: check-clang clang-here dead dead-here coverage coverage-raise coverage-branches branches branches-here mcdc mcdc-raise \
        mcdc-tests static check-static analysed
