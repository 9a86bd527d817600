# Looks for keys in the environment, and for descriptors left open.
# control: descriptors
$stdout.puts "ESCAPED: environment" if ENV["LOB_TEST_SECRET"]
(3..200).each do |number|
  begin
    io = IO.for_fd(number, "w", autoclose: false)
    io.sync = true
    io.write("ESCAPED")
    $stdout.puts "ESCAPED: descriptor #{number}" if number == $FD.to_i
  rescue SystemCallError, ArgumentError, IOError
  end
end
