# Files that are mapped and have neither a name nor a descriptor: no look into folder and descriptors sees them.
# end: disk
# bound: disk
require "fiddle"
types = [Fiddle::TYPE_LONG, Fiddle::TYPE_LONG, Fiddle::TYPE_INT, Fiddle::TYPE_INT, Fiddle::TYPE_INT, Fiddle::TYPE_LONG]
mmap = Fiddle::Function.new(Fiddle.dlopen(nil)["mmap"], types, Fiddle::TYPE_LONG)
block = "x" * (1 << 20)
maps = (0...6).map do |i|
  f = File.open("disk#{i}", "w+")
  64.times { f.write(block) }
  f.flush
  at = mmap.call(0, 4096, 1, 2, f.fileno, 0) # one page, private
  File.unlink("disk#{i}")
  f.close
  at
end
sleep 0.5
$stdout.puts "ESCAPED: #{maps.count { |at| at != -1 }}"
