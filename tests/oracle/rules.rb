# Scripts of DRC one after the other, for rules.py: klayout -zz -b -r rules.rb -rd jobs=LIST, a line a script:
# STEM<TAB>SCRIPT<TAB>LAYOUT<TAB>CELL. STEM.lyrdb gets the report; STEM.done is there when the script is through. One that fails ends
# the process (KLayout 0.28 falls over an exception of a macro that is caught outside).
File.readlines($jobs, chomp: true).each do |line|
  stem, script, $input, $top_cell = line.split("\t", -1)
  $report = stem + ".lyrdb"
  RBA::Macro.new(script).run
  File.write(stem + ".done", "")
end
