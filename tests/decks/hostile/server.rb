# Waits for callers.
# control: seccomp netns landlock
require "socket"
begin
  TCPServer.new("127.0.0.1", 0)
  $stdout.puts "ESCAPED: listens"
rescue SystemCallError => e
  $stderr.puts e.class
end
