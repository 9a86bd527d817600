# Faults built in on purpose (docs/mechanisms/mutants.md): a named case of the conformance suite finds each of
# tests/mutants/mutants.json; unit tests find 90 % of the flipped and dropped conditions of the readers, of which every
# EVERY-th is tried.
EVERY ?= 1
READERS := $(patsubst %,src/io/gds/%.c,gds_emit gds_read read_context record) \
           $(patsubst %,src/io/oas/%.c,ahead geometry inflate names oas_read points property reader recall stream strict) \
           $(patsubst %,src/io/%.c,blocks read sniff source lyp/lyp lyp/lyp_find lyp/lyp_patterns \
             lyrdb/lyrdb_frames lyrdb/lyrdb_read lyrdb/lyrdb_value xml/scan xml/xml)
READER_TESTS := $(patsubst %,tests/unit/io/test_%.c,gds_context gds_emit gds_faults gds_read gds_record \
                oas_ahead oas_block oas_faults oas_inflate oas_points oas_read oas_recall oas_stream oas_strict read \
                lyp lyp_find lyrdb_read lyrdb_value sniff source source_faults xml xml_faults xml_scan)
$(B)/obj/lob_mutant.o: $(B)/mutated/lob_mutant.c
	@mkdir -p $(@D)
	@$(CC) -O1 -fPIE -c -o $@ $<
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
.PHONY: check-mutants check-reader-mutants reader-tests reader-mutants check-reader-excepted
