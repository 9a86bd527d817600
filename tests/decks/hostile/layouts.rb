# Has KLayout itself read and write elsewhere.
# control: landlock
layout = RBA::Layout.new
begin
  layout.read($FOREIGN)
  $stdout.puts "ESCAPED: read a foreign layout"
rescue => e
  $stderr.puts e.class
end
begin
  layout.write($OUT)
  $stdout.puts "ESCAPED: wrote outside"
rescue => e
  $stderr.puts e.class
end
