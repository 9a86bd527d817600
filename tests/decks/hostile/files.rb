# Twenty thousand files.
# end: files
# bound: files
20000.times { |i| File.write("f#{i}", "") }
$stdout.puts "ESCAPED: files"
