# Kills a process of the same user.
# control: seccomp landlock
begin
  Process.kill(0, Process.ppid)
  $stdout.puts "ESCAPED: may signal its parent"
rescue SystemCallError => e
  $stderr.puts e.class
end
begin
  Process.kill(:KILL, $PID.to_i)
rescue SystemCallError => e
  $stderr.puts e.class
end
