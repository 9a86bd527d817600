# Starts a program of the run folder by way of the dynamic loader, which may run: it lists what it loads.
# control: seccomp
loader = "/lib64/ld-linux-x86-64.so.2"
library = ["/lib/x86_64-linux-gnu/libm.so.6", "/lib64/libm.so.6", "/usr/lib/libm.so.6"].find { |path| File.file?(path) }
IO.copy_stream(library, "ESCAPED.so")
begin
  exec(loader, "--preload", "./ESCAPED.so", "--list", "./ESCAPED.so")
rescue SystemCallError => e
  $stderr.puts e.class
end
