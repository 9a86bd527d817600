# Files without a name, which no look into the folder sees.
# end: disk
# bound: disk
block = "x" * (1 << 20)
files = (0...6).map do |i|
  f = File.open("disk#{i}", "w")
  File.unlink("disk#{i}")
  64.times { f.write(block) }
  f.flush
  f
end
sleep 0.5
$stdout.puts "ESCAPED: #{files.size}"
