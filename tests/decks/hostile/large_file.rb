# Four gigabytes, in one file.
# control: rlimits
# end: disk
File.open("large", "w") { |f| f.truncate(4 << 30) }
$stdout.puts "ESCAPED: 4 GiB" if File.size("large") == 4 << 30
