# Commands by every door that Ruby has.
# control: seccomp landlock
# $OUT: a file outside that must not appear
[-> { system("touch", $OUT) }, -> { `touch #{$OUT}` }, -> { IO.popen("touch #{$OUT}").read },
 -> { Process.wait(spawn("touch #{$OUT}")) }, -> { Kernel.open("|touch #{$OUT}").read }].each do |way|
  begin
    way.call
  rescue SystemCallError, NotImplementedError => e
    $stderr.puts e.class
  end
end
