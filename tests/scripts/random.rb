# A layout of random boxes, octagon parts and triangles for the comparison of scripts: klayout -zz -b -r random.rb
# -rd seed=1 -rd slant=0|1|2 -rd out=FILE. slant 0: boxes alone; 1: with edges of 45 degrees; 2: with any edges.
srand($seed.to_i)
ly = RBA::Layout.new
ly.dbu = 0.001
top, sub = ly.create_cell("TOP"), ly.create_cell("SUB")
grid, extent = 100, 40
[1, 2, 3].each do |layer|
  index = ly.layer(layer, 0)
  40.times do
    cell = rand < 0.3 ? sub : top
    x, y = rand(extent) * grid, rand(extent) * grid
    if $slant == "1" && rand < 0.4
      k = (1 + rand(6)) * grid
      points = [[[0, 0], [k, 0], [0, k]], [[k, 0], [2 * k, k], [k, 2 * k], [0, k]],
                [[0, 0], [k, k], [2 * k, k], [k, 0]]].sample(random: Random.new(rand(1000)))
      cell.shapes(index).insert(RBA::Polygon.new(points.map { |a, b| RBA::Point.new(x + a, y + b) }))
    elsif $slant == "2" && rand < 0.4
      cell.shapes(index).insert(RBA::Polygon.new(3.times.map { RBA::Point.new(x + rand(800), y + rand(800)) }))
    else
      cell.shapes(index).insert(RBA::Box.new(x, y, x + (1 + rand(6)) * grid, y + (1 + rand(6)) * grid))
    end
  end
end
top.insert(RBA::CellInstArray.new(sub.cell_index, RBA::Trans.new(RBA::Trans::R90, 5 * grid, 3 * grid)))
top.insert(RBA::CellInstArray.new(sub.cell_index, RBA::Trans.new(RBA::Trans::M0, extent * grid, extent * grid),
                                  RBA::Vector.new(extent * grid, 0), RBA::Vector.new(0, extent * grid), 2, 1))
12.times do |i| # last, so that the shapes of a seed stay what they are
  cell = i % 3 == 0 ? sub : top
  text = RBA::Text.new(%w(A AB B1 b2)[i % 4], RBA::Trans.new(rand(extent) * grid, rand(extent) * grid))
  cell.shapes(ly.layer(1 + i % 2, 0)).insert(text)
end
ly.write($out)
