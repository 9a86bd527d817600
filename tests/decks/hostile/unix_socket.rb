# Sockets of the machine, by a name in the file system and by an abstract one.
# control: seccomp netns landlock
require "socket"
[$SOCKET, "\0" + $ABSTRACT].each_with_index do |name, i|
  begin
    UNIXSocket.new(name).write("x")
    $stdout.puts "ESCAPED: unix socket #{i}"
  rescue SystemCallError => e
    $stderr.puts e.class
  end
end
