# Three thousand threads.
# end: threads
# bound: threads
threads = []
begin
  3000.times { threads << Thread.new { sleep } }
rescue ThreadError => e
  $stderr.puts e.message
end
sleep 0.3
$stdout.puts "ESCAPED: #{threads.size} threads" if threads.size > 300
