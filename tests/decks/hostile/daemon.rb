# Leaves its group and its parent.
# control: seccomp
begin
  if fork
    sleep 0.3
  else
    Process.setsid
    File.write("ESCAPED", "x")
    sleep 1
    exit!
  end
rescue SystemCallError, NotImplementedError => e
  $stderr.puts e.class
end
