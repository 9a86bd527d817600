# Raises its own limits.
# control: seccomp rlimits
begin
  Process.setrlimit(Process::RLIMIT_NOFILE, 300, 4096)
  $stdout.puts "ESCAPED: limits"
rescue SystemCallError => e
  $stderr.puts e.class
end
