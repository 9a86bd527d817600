# The same by way of Qt.
# control: seccomp landlock
begin
  process = RBA::QProcess.new
  process.start("touch #{$OUT}")
  process.waitForFinished(2000)
  RBA::QProcess.execute("touch #{$OUT}")
rescue => e
  $stderr.puts e.class
end
