# Reads what is not its own.
# control: landlock
[$SECRET, "/etc/passwd", "/etc/hostname", "/proc/self/environ", "/proc/#{Process.ppid}/environ", "/proc/self/maps"].each do |name|
  begin
    $stdout.puts "ESCAPED: read #{name}" if File.binread(name, 8)
  rescue SystemCallError => e
    $stderr.puts e.class
  end
end
["/", "/tmp", "..", "/proc"].each do |name|
  begin
    $stdout.puts "ESCAPED: list #{name}" unless Dir.children(name).empty?
  rescue SystemCallError => e
    $stderr.puts e.class
  end
end
