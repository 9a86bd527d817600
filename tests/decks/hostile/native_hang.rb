# Long work inside of KLayout, where Ruby is not asked.
# end: timeout
# bound: time
region = RBA::Region.new
140.times { |i| region.insert(RBA::Polygon.ellipse(RBA::Box.new(i, i * 2, i + 300000, i * 2 + 300000), 200)) }
region.merge
$stdout.puts "ESCAPED: ran on"
