# Never ends, and hears nothing.
# end: timeout
# bound: time
Signal.list.each_key do |name|
  begin
    trap(name, "IGNORE")
  rescue ArgumentError, SystemCallError
  end
end
start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
while Process.clock_gettime(Process::CLOCK_MONOTONIC) - start < 8
end
$stdout.puts "ESCAPED: ran on"
