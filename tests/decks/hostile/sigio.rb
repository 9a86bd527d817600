# Has the kernel kill: a pipe of its own tells its "owner" with a signal of choice.
# control: seccomp landlock
begin
  a, b = IO.pipe
  a.fcntl(8, $PID.to_i)   # F_SETOWN
  a.fcntl(10, 9)          # F_SETSIG: SIGKILL
  a.fcntl(4, 0o20000)     # F_SETFL: O_ASYNC
  b.write("x")
  b.flush
rescue SystemCallError => e
  $stderr.puts e.class
end
sleep 0.2
