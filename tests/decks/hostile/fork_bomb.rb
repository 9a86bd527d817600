# Sixty processes.
# control: seccomp
60.times do
  begin
    fork { sleep 0.2; exit! }
    $stdout.puts "ESCAPED: fork"
  rescue SystemCallError, NotImplementedError => e
    $stderr.puts e.class
  end
end
