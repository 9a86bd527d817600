# One and a half gigabytes.
# end: memory
# bound: memory
blocks = []
96.times { blocks << "x" * (16 << 20); sleep 0.005 }
$stdout.puts "ESCAPED: memory"
