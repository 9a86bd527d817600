# Plain Ruby without the DRC language: writes its report itself.
layout = RBA::Layout.new
layout.read($input_path)
report = RBA::ReportDatabase.new("own")
report.top_cell_name = layout.top_cell.name
cell = report.create_cell(layout.top_cell.name)
category = report.create_category("boxes")
layout.top_cell.shapes(layout.layer(1, 0)).each(RBA::Shapes::SBoxes) do |shape|
  report.create_item(cell.rdb_id, category.rdb_id).add_value(shape.dbox)
end
report.save($report_path)
$stdout.puts "params: #{[$A, $B].inspect}"
