# Never ends, and hears nothing. It is on for a little longer than its bound, of which KLayout's start takes a part. Where it is
# only to be there when another thing ends it ($REST), it sleeps: that costs no processor.
# end: timeout
# bound: time
Signal.list.each_key do |name|
  begin
    trap(name, "IGNORE")
  rescue ArgumentError, SystemCallError
  end
end
start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
while Process.clock_gettime(Process::CLOCK_MONOTONIC) - start < ($REST ? 60 : 4.5)
  sleep 0.02 if $REST
end
$stdout.puts "ESCAPED: ran on"
