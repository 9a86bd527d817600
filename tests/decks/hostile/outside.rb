# Changes what is outside, in every way a file can be changed.
# control: landlock seccomp
[-> { File.write($OUT, "x") }, -> { File.open($VICTIM, "a") { |f| f.write("x") } }, -> { File.truncate($VICTIM, 0) },
 -> { File.symlink("/etc/passwd", "link") }, -> { File.link($VICTIM, "hard") }, -> { File.mkfifo("fifo") },
 -> { Dir.mkdir("folder") }, -> { File.chmod(0777, $VICTIM) }, -> { File.utime(0, 0, $VICTIM) },
 -> { File.rename($VICTIM, "stolen") }, -> { File.write("mine", "x"); File.rename("mine", $OUT) }].each_with_index do |way, i|
  begin
    way.call
    $stdout.puts "ESCAPED: outside #{i}"
  rescue SystemCallError => e
    $stderr.puts e.class
  end
end
