# The listener of the test on 127.0.0.1, by TCP and UDP.
# control: seccomp netns landlock
require "socket"
[-> { TCPSocket.new("127.0.0.1", $PORT.to_i).write("x") },
 -> { UDPSocket.new.send("x", 0, "127.0.0.1", $PORT.to_i) }].each_with_index do |way, i|
  begin
    way.call
    $stdout.puts "ESCAPED: network #{i}"
  rescue SystemCallError, SocketError => e
    $stderr.puts e.class
  end
end
