# What a deck calls without a layer in front, the layout, and the run itself.

module LayoutObserver
  class Source
    attr_reader :cell_name

    PARTS = { touching: 1, overlapping: 2, clip: 3 }.freeze

    def initialize(engine, cell, name)
      @engine, @cell, @cell_name = engine, cell, name
      @selection, @part, @box = [], 0, [0, 0, 0, 0]
      @trans = nil
    end

    # Of all that is read, one after another; none: as it is.
    def turn(*steps)
      steps.all? { |t| t.is_a?(Trans) || t.is_a?(Point) } || raise("Expected a transformation spec instead of #{steps.inspect}")
      @trans = steps.inject(Trans.new) { |all, t| (t.is_a?(Point) ? Trans.new(1.0, 0.0, false, t.x, t.y) : t) * all }
      @trans = nil if steps.empty?
      self
    end

    def global_transform(*steps) = dup.turn(*steps)
    def global_transformation = @trans || Trans.new

    def turned(layer)
      part_of_box? && @part != PARTS[:clip] && @engine.refuse(:global_transform, "a transformation of a part of the layout")
      found = layer.turned(@trans)
      part_of_box? ? found & box_layer : found
    end

    def part_of_box? = @part > 0

    # What was chosen by clip, touching or overlapping.
    def box_layer = @engine.polygon_layer.insert(Box.new(*@box.map { |v| v * @engine.dbu }))

    # KLayout's object: known by its name alone.
    CellObject = Struct.new(:engine, :number, :name) do
      def method_missing(name, *_args) = engine.refuse(:cell_obj, "#{name} of a cell")
      def respond_to_missing?(*) = false
    end

    def cell_obj = CellObject.new(@engine, @cell, @cell_name)

    # "+NAME" and "-NAME", one after another.
    def choose(*filters)
      raise "Invalid arguments - must be strings" unless filters.all?(String)
      filters.any? { |f| f.include?("\n") } && @engine.refuse(:select, "a cell filter of several lines")
      @selection += filters
      @trans = nil # as KLayout forgets it
      self
    end

    def select(*filters) = dup.choose(*filters)

    def cut(name, *args)
      @part, @box, @trans = 0, [0, 0, 0, 0], nil
      return self if args.empty?
      box = args.size == 1 ? args[0] : @engine.box(*args)
      raise "Method requires a box specification" unless box.is_a?(Box)
      @part = PARTS[name]
      @box = [box.left, box.bottom, box.right, box.top].map { |v| (v / @engine.dbu).round }
      self
    end

    PARTS.each_key { |name| define_method(name) { |*args| dup.cut(name, *args) } }

    def is_part? = @part > 0 || !@selection.empty?

    # Layers of the input that are not transformed are read anew whenever that is possible.
    def read(*args)
      layers = @engine.layers_of(args)
      if @trans
        whole = @selection.empty? ? @engine.value("input", @cell, *layers)
                                  : @engine.value("input_of", @cell, 0, 0, 0, 0, 0, @selection.join("\n"), *layers)
        return turned(Layer.new(@engine, :region, whole)).value
      end
      return @engine.value("input", @cell, *layers) unless is_part?
      @engine.value("input_of", @cell, @part, *@box, @selection.join("\n"), *layers)
    end

    attr_reader :cell

    def method_missing(name, *_args)
      @engine.refuse(name, "the method #{name} of sources")
    end

    def respond_to_missing?(*) = false

    def path = @engine.input_path

    def input(*args)
      found = polygons(*args)
      from = [@cell, *@engine.layers_of(args)]
      is_part? || @trans ? found.with_unknown_texts(from) : found.with_texts(from)
    end

    def polygons(*args)
      found = Layer.new(@engine, :region, read(*args))
      is_part? || @trans ? found : found.with_drawn([@cell, *@engine.layers_of(args)])
    end

    def labels(*args)
      is_part? && @engine.refuse(:labels, "labels of a part of the layout")
      @trans && @engine.refuse(:labels, "labels of a layout that is transformed")
      TextLayer.new(@engine, :texts, @engine.value("labels", @cell, *@engine.layers_of(args)))
    end

    def edges(*args) = input(*args).edges
    def make_layer = @engine.polygon_layer

    def extent(filter = nil)
      raise "Invalid cell filter argument - must be a string" unless filter.nil? || filter.is_a?(String)
      return extents_of(filter) if filter
      box = @engine.wire.ask("cell_box", @cell)
      layer = @engine.polygon_layer
      layer.insert(Box.new(*box.map { |v| v * @engine.dbu })) if box.size == 4
      layer = layer.turned(@trans) if @trans
      part_of_box? ? layer & box_layer : layer
    end

    # Of each cell of that name, wherever it is placed.
    def extents_of(filter)
      @selection.empty? || @engine.refuse(:extent, "extent of cells in a selection of cells")
      (part_of_box? && @part != PARTS[:clip]) && @engine.refuse(:extent, "extent of cells in a part of the layout")
      found = Layer.new(@engine, :region, @engine.value("cell_boxes", @cell, filter))
      return turned(found) if @trans
      part_of_box? ? found & box_layer : found
    end

    def cell(name = nil)
      name ? @engine.source_of(name) : @cell
    end

    def cell_number = @cell
  end

  class Engine
    include Nets
    include Tiles
    include Units

    attr_reader :wire, :input_path

    def initialize(wire)
      @wire = wire
      @dbu, @top, @input_path, @has_box, @shares, only_count, *rest = wire.ask("begin")
      @only, layers = rest[0, only_count], rest[only_count..]
      @outputs = []
      @of_others = [] # what other shares work out: a box is widened for all
      @layers = layers.each_slice(3).to_a
      @deep = @tiled = false
      @threads = 1
      @max_vertex_count = 16
      @max_area_ratio = 3.0
      @has_report = false
    end

    def inspect = "engine"

    def method_missing(name, *_args)
      refuse(name, "the function #{name}")
    end

    def respond_to_missing?(*) = false

    def refuse(method, what)
      @wire.ask("refuse", method.to_s, what)
      raise Refused, what # the engine has ended the run by now
    end

    # ---- what is put off ----
    # With some categories alone, a box, or a share, values are made when an output needs them.
    def later? = @has_box != 0 || @shares != 0 || !@only.empty?

    def value(operation, *args)
      return Value.new(self, operation, args, @wire.line) if later?
      Value.made(self, @wire.ask(operation, *args.map { |a| a.is_a?(Value) ? a.number : a })[0])
    end

    # A deck that looks at shapes decides by all of them.
    def see_all
      return if @has_box == 0 || @is_ending
      @wire.ask("refuse_box", "each", "it looks at shapes of a layer, or counts them")
      raise Refused, "box"
    end

    # Outputs of a run that was put off. A box is widened by how far all of them look.
    def end_outputs
      @is_ending = true
      if @has_box != 0
        all = @outputs + @of_others
        all.each { |value, category,| value.far && refuse_far(value, category) }
        @wire.ask("window", all.map { |value,| value.reach }.max.to_i)
      end
      @wire.ask_at(*@outputs.shift.then { |value, *words, line| [line, "output", [value.number, *words]] }) until @outputs.empty?
    end

    def refuse_far(value, category)
      operation, line = value.far
      @wire.ask_at(line, "refuse_box", [operation, "category #{category}: what #{operation} gives in a box depends on " \
                                                   "what lies far outside of it"])
      raise Refused, operation
    end

    # ---- the layout ----
    def source(path = nil, cell = nil)
      if path
        unless path == @input_path
          refuse(:source, "a source other than the checked layout")
        end
        raise "Second argument must be a string" unless cell.nil? || cell.is_a?(String)
        @source = cell ? source_of(cell) : nil
      end
      @source ||= Source.new(self, -1, @top)
    end

    def source_of(name)
      number = @wire.ask("cell", name)[0]
      raise "Cell name #{name} not found in input layout" unless number
      Source.new(self, number, name)
    end

    def layout(path = nil, cell = nil)
      return source unless path
      return Source.new(self, path.number, path.name) if path.is_a?(Source::CellObject)
      path == @input_path || refuse(:layout, "a layout other than the checked one")
      cell ? source_of(cell) : Source.new(self, -1, @top)
    end

    def cell(name)
      @source = source_of(name)
      nil
    end

    def layers
      refuse(:layers, "layers as objects of KLayout")
    end

    def input(*args) = source.input(*args)
    def polygons(*args) = source.polygons(*args)
    def labels(*args) = source.labels(*args)
    def text(text) = Pattern.new(text, false)
    def pattern(text) = Pattern.new(text, true)
    def edges(*args) = source.edges(*args)
    def extent(*args) = source.extent(*args)
    def make_layer = polygon_layer
    def polygon_layer = empty(:region)
    def edge_layer = empty(:edges)
    def empty_texts = value("labels", -1)
    def empty(kind) = Layer.new(self, kind, value("empty", Layer::KINDS.index(kind)))

    # Layer and datatype of each layer meant, one after another.
    def layers_of(args)
      return [] if args.empty?
      if args[0].is_a?(Integer)
        refuse(:input, "an input of more than layer and datatype") if args.size > 2 || !(args[1] || 0).is_a?(Integer)
        return [args[0], args[1] || 0]
      end
      args.flat_map { |a| layers_named(a) }
    end

    def layers_named(text)
      refuse(:input, "an input that is no number and no name") unless text.is_a?(String)
      case text
      when %r{\A\s*(\d+)\s*/\s*(\d+)\s*\z} then [$1.to_i, $2.to_i]
      when /\A\s*(\d+)\s*\z/ then [$1.to_i, 0]
      when /\A\s*([A-Za-z_][A-Za-z0-9_.$]*)\s*\z/
        @layers.select { |_, _, name| name == $1 }.flat_map { |layer, datatype, _| [layer, datatype] }
      when /\A\s*([\d,*\-\s]+)(?:\/([\d,*\-\s]+))?\z/ then layers_between(ranges_of($1), ranges_of($2 || "0"))
      else refuse(:input, "an input by a pattern of layers")
      end
    end

    # "0-4,6,45-*"
    def ranges_of(text)
      text.split(",").map do |part|
        case part.strip
        when "*" then 0..
        when /\A(\d+)\z/ then $1.to_i..$1.to_i
        when /\A(\d+)\s*-\s*(\d+)\z/ then $1.to_i..$2.to_i
        when /\A(\d+)\s*-\s*\*\z/ then $1.to_i..
        else refuse(:input, "an input by a pattern of layers")
        end
      end
    end

    def layers_between(layers, datatypes)
      @layers.flat_map do |layer, datatype,|
        layers.any? { |r| r.cover?(layer) } && datatypes.any? { |r| r.cover?(datatype) } ? [layer, datatype] : []
      end
    end

    def dbu(value = nil)
      value && value.to_f != @dbu && refuse(:dbu, "another database unit than the layout's")
      @dbu
    end

    def dbu=(value)
      dbu(value)
    end

    # ---- how KLayout works; the answer here is that of flat mode ----
    def deep
      @deep, @tiled, @was_deep = true, false, true
    end

    def was_deep? = @was_deep ? true : false

    def flat
      @deep = @tiled = false
    end

    def is_deep? = @deep
    def is_tiled? = @tiled

    def tiles(*)
      @deep, @tiled = false, true
    end

    def tiles=(_)
      tiles
    end

    def tile_borders(*) = nil
    def tile_borders=(_)
    end

    def no_borders = nil

    def threads(n = nil)
      @threads = n.to_i if n
      @threads
    end

    def threads=(n)
      threads(n)
    end

    def max_vertex_count(n = nil)
      @max_vertex_count = n || @max_vertex_count
    end

    def max_vertex_count=(n)
      max_vertex_count(n)
    end

    def max_area_ratio(ratio = nil)
      @max_area_ratio = ratio ? ratio.to_f : @max_area_ratio
    end

    def max_area_ratio=(ratio)
      max_area_ratio(ratio)
    end

    def profile(*) = nil

    # ---- words ----
    def euclidian = Metrics.new(0)
    def square = Metrics.new(1)
    def projection = Metrics.new(2)
    def whole_edges(f = true) = WholeEdges.new(f ? true : false)
    def angle_limit(a) = AngleLimit.new(a)
    def shielded = Shielded.new(true)
    def transparent = Shielded.new(false)
    def diamond_limit = SizingMode.new(0)
    def octagon_limit = SizingMode.new(1)
    def square_limit = SizingMode.new(2)
    def acute_limit = SizingMode.new(3)
    def no_limit = SizingMode.new(4)

    def both = BothEdges.new
    def ortho = Directions.new(15)
    def diagonal_only = Directions.new(16)
    def diagonal = Directions.new(17)

    def only_opposite = Opposite.new(1)
    def not_opposite = Opposite.new(2)
    def negative = Negative.new
    def joined = true
    def as_dots = OutputMode.new(:dots)
    def as_edges = OutputMode.new(:edges)
    def as_boxes = OutputMode.new(:boxes)
    def as_edge_pairs = OutputMode.new(:edge_pairs)

    # Sides of a rectangle that may have violations, as sets of bits, each of which stands for its turns as well.
    { one_side_allowed: 0x1, two_sides_allowed: 0x530, two_connected_sides_allowed: 0x30,
      two_opposite_sides_allowed: 0x500, three_sides_allowed: 0x7000, four_sides_allowed: 0xf0000 }.each do |name, sides|
      define_method(name) { Sides.new(sides) }
    end

    def projecting(*args)
      args.empty? || refuse(:projecting, "projecting with arguments")
      ProjectionLimits.new
    end

    def projection_limits(low = nil, high = nil)
      low, high = low.min, low.max if low.is_a?(Range)
      ProjectionLimits.new(low, high)
    end

    def p(x, y) = Point.new(x, y)

    # Of all that is read from now on.
    def global_transform(*steps)
      @source = source.global_transform(*steps)
      nil
    end

    def magnify(factor) = Trans.read([factor])
    def rotate(angle) = Trans.read([1.0, angle])
    def shift(x, y) = Trans.new(1.0, 0.0, false, dbu_of(x) * @dbu, dbu_of(y) * @dbu)
    def mirror_x = Trans.new(1.0, 0.0, true)
    def mirror_y = Trans.new(1.0, 180.0, true)

    def path(points, width, begin_ext = 0.0, end_ext = 0.0, *more)
      fits = points.is_a?(Array) && points.all?(Point) && more.empty? && [width, begin_ext, end_ext].all?(Numeric)
      fits ? Path.new(points, width, begin_ext, end_ext) : refuse(:path, "such a path")
    end

    def edge(*args)
      args = [args[0].x, args[0].y, args[1].x, args[1].y] if args.size == 2 && args.all?(Point)
      args.size == 4 && args.all?(Numeric) || refuse(:edge, "such an edge")
      a = args.map(&:to_f)
      EdgeShape.new(Point.new(a[0], a[1]), Point.new(a[2], a[3]))
    end

    def box(*args)
      case args.size
      when 4 then Box.new([args[0], args[2]].min, [args[1], args[3]].min, [args[0], args[2]].max, [args[1], args[3]].max)
      when 2 then args.all?(Point) ? box(args[0].x, args[0].y, args[1].x, args[1].y) : refuse(:box, "such a box")
      else refuse(:box, "such a box")
      end
    end

    def polygon(*args)
      args.size == 1 && args[0].is_a?(Array) && args[0].all?(Point) || refuse(:polygon, "such a polygon")
      Polygon.new(args[0])
    end

    # ---- expressions for drc ----
    def primary = Step.new(self, :primary)
    def foreign = Step.new(self, :foreign)

    def secondary(layer)
      raise "'secondary': needs a layer" unless layer.is_a?(Layer)
      layer.need(:secondary, :region)
      Step.new(self, :secondary, [], layer)
    end

    { if_all: 0, if_any: 1, if_none: 2 }.each do |name, number|
      define_method(name) { |*args| Step.new(self, :logic, steps_of(name, args), number) }
    end

    def switch(*args) = Step.new(self, :switch, steps_of(:switch, args))

    def steps_of(name, args)
      args.map do |a|
        a = secondary(a) if a.is_a?(Layer)
        a.is_a?(Step) ? a : raise("All inputs of '#{name}' need to be DRC expressions")
      end
    end

    PAIRED = %i[and or not xor join andnot separation overlap enclosing enclosed sep enc interacting not_interacting
                overlapping not_overlapping inside not_inside outside not_outside covering not_covering].freeze

    SHORT = { iso: :isolated, sep: :separation, enc: :enclosing }.freeze

    # Functions with a layer in front: width(a, 1.0) is a.width(1.0). Without a layer, or with one where two are needed,
    # they are parts of an expression.
    %i[and or not xor join andnot merged sized extents holes hulls first_edges second_edges width space notch isolated
       separation overlap enclosing enclosed iso sep enc interacting not_interacting overlapping not_overlapping inside
       not_inside outside not_outside covering not_covering rectangles rectilinear squares with_area without_area
       with_length without_length with_perimeter without_perimeter with_angle without_angle smoothed rounded_corners
       corners middle extent_refs with_holes without_holes area perimeter length].each do |name|
      define_method(name) do |*args|
        check = SHORT[name] || name
        if CHECKS.include?(check) && args.none?(Numeric)
          next CheckStep.new(self, check, args)
        end
        next args[0].send(name, *args[1..]) if args[0].is_a?(Layer) && (args.size > 1 || !PAIRED.include?(name))
        Step.method_defined?(name) && !CHECKS.include?(check) || refuse(name, "#{name} as an expression for drc")
        args = [as_boxes] if name == :corners && args.empty?
        primary.send(name, *args)
      end
    end

    %i[angle bbox_min bbox_max bbox_width bbox_height bbox_aspect_ratio area_ratio relative_height].each do |name|
      define_method(name) do |*args|
        args.empty? || refuse(name, "#{name} with arguments")
        primary.send(name)
      end
    end

    # Of the source that the deck reads from now on.
    def select(*filters)
      @source = source.select(*filters)
      nil
    end

    # overlapping has a meaning for layers as well.
    Source::PARTS.each_key do |name|
      of_layers = method_defined?(name) ? instance_method(name) : nil
      define_method(name) do |*args|
        next of_layers.bind(self).call(*args) if of_layers && args.any? { |a| a.is_a?(Layer) || a.is_a?(Step) }
        @source = source.send(name, *args)
        nil
      end
    end

    def test(*) = refuse(:test, "the function test")

    # ---- out ----
    def report(title, _file = nil, _cell = nil)
      @wire.ask("report", source.cell_number, title)
      @has_report = true
      @to_target = false
      nil
    end

    # What goes to a layout is no marker, and nothing is written: the answer says so. The last of both has the outputs.
    def target(file, cell = nil)
      file.is_a?(String) || refuse(:target, "target of other things than a file")
      file.start_with?("@") && refuse(:target, "target of a layout that is shown")
      raise "'target': the cell needs to be a name" unless cell.nil? || cell.is_a?(String)
      @wire.ask("target")
      @to_target = true
      nil
    end

    def output(layer, *args)
      layer.is_a?(Layer) || refuse(:output, "output of other things than layers")
      layer.output(*args)
    end

    def check_target(args)
      fits = args.size.between?(1, 3) && args.each_with_index.all? { |a, i| a.is_a?(i == 2 ? String : Integer) }
      fits ||= args.size == 1 && args[0].is_a?(String)
      raise "Invalid arguments - a layer by numbers or by its name expected" unless fits
    end

    def give_out(layer, args)
      return check_target(args) if @to_target
      @has_report || refuse(:output, "output without a report")
      raise "Invalid number of arguments - category name and optional description expected" if args.empty?
      raise "A description must be a string" unless args[1].nil? || args[1].is_a?(String)
      return @wire.ask("output", layer.number, args[0].to_s, args[1].to_s) unless later?
      wanted = @only.empty? || @only.include?(args[0].to_s)
      return @wire.ask("left_out", args[0].to_s) unless wanted
      output = [layer.value, args[0].to_s, args[1].to_s, @wire.line]
      is_own = @shares == 0 || @wire.ask("share", *output[1, 2])[0] == 1
      (is_own ? @outputs : @of_others) << output
    end

    def say(text) = STDERR.puts(text.to_s)
    def info(text, *) = say(text)
    def log(text, *) = @verbose ? say(text) : nil
    def error(text) = say(text)
    def warn(text, *) = say(text)
    def log_file(*) = nil
    def verbose? = @verbose ? true : false
    def silent(*) = @verbose = false

    def verbose(f = true)
      @verbose = f
    end

    def verbose=(f)
      @verbose = f
    end

    # ---- the run ----
    def run(text)
      begin
        instance_eval(text, DECK, 1)
      rescue SystemExit => e # "exit 0" ends a deck, as it does in KLayout
        raise unless e.success? && @has_report
      end
      end_outputs
      @wire.ask("done")
    rescue Refused
      exit!(1)
    rescue SystemExit
      raise
    rescue Exception => e
      fail_with(e)
    end

    def fail_with(e)
      at = (e.backtrace_locations || []).find { |l| l.path == DECK }
      line = at ? at.lineno : e.message[/#{Regexp.escape(DECK)}:(\d+)/, 1].to_i
      @wire.ask("fail", line, "#{e.class}: #{e.message}"[0, 2000])
      exit!(1)
    end
  end

  # Units, as KLayout writes them behind numbers.
  module Suffixes
    { um: 1, micron: 1, degree: 1, nm: 0.001, mm: 1000.0, m: 1_000_000.0, nm2: 1e-6, um2: 1, micron2: 1, mm2: 1.0e6,
      m2: 1.0e12 }.each do |name, factor|
      define_method(name) { factor == 1 ? to_f : self * factor }
    end

    def dbu = self * LayoutObserver.engine.dbu
  end

  class << self
    attr_accessor :engine
  end
end

# What decks of KLayout open to add methods, and the few of its objects that are here.
module DRC
  DRCLayer = LayoutObserver::Layer
  DRCEngine = LayoutObserver::Engine
end

module RBA
  { Region: :region, Edges: :edges, EdgePairs: :pairs }.each do |name, kind|
    const_set(name, Class.new do
      define_singleton_method(:new) do |*args|
        made = LayoutObserver::Collected.new(kind)
        args.size > 1 && LayoutObserver.engine.refuse(:RBA, "RBA::#{name}.new with such arguments")
        args.each { |shape| made.insert(shape) }
        made
      end
    end)
  end

  # Whole numbers are database units in these, micrometres in those with a D.
  { Point: false, Vector: false, DPoint: true, DVector: true }.each do |name, is_um|
    const_set(name, Class.new do
      define_singleton_method(:new) { |x = 0, y = 0| LayoutObserver::Point.new(*[x, y].map { |v| is_um ? v.to_f : v.round }) }
    end)
  end

  { Box: false, DBox: true }.each do |name, is_um|
    const_set(name, Class.new do
      define_singleton_method(:new) do |*args|
        args = args.flat_map { |a| a.is_a?(LayoutObserver::Point) ? [a.x, a.y] : [a] }
        args.size == 4 && args.all?(Numeric) || LayoutObserver.engine.refuse(:RBA, "RBA::#{name}.new with such arguments")
        x1, y1, x2, y2 = args.map { |v| is_um ? v.to_f : v.round }
        LayoutObserver::Box.new([x1, x2].min, [y1, y2].min, [x1, x2].max, [y1, y2].max)
      end
    end)
  end

  %i[Polygon SimplePolygon DPolygon DSimplePolygon].each do |name|
    const_set(name, Class.new do
      define_singleton_method(:new) do |from = nil|
        is_um = name.start_with?("D")
        contours = from.is_a?(Array) && from.all?(LayoutObserver::Point) ? [from] : from.respond_to?(:contours) ? from.contours : nil
        fits = contours && contours.flatten.all? { |p| p.x.is_a?(Integer) != is_um }
        fits || LayoutObserver.engine.refuse(:RBA, "RBA::#{name}.new with such arguments")
        LayoutObserver::PolygonShape.new(contours)
      end
    end)
  end

  { Edge: false, DEdge: true }.each do |name, is_um|
    const_set(name, Class.new do
      define_singleton_method(:new) do |*args|
        args = args.flat_map { |a| a.is_a?(LayoutObserver::Point) ? [a.x, a.y] : [a] }
        args.size == 4 && args.all?(Numeric) || LayoutObserver.engine.refuse(:RBA, "RBA::#{name}.new with such arguments")
        a = args.map { |v| is_um ? v.to_f : v.round }
        LayoutObserver::EdgeShape.new(LayoutObserver::Point.new(a[0], a[1]), LayoutObserver::Point.new(a[2], a[3]))
      end
    end)
  end

  { CplxTrans: :DoubleTrans, DCplxTrans: :Trans, VCplxTrans: :ToDbuTrans, ICplxTrans: :Trans }.each do |name, kind|
    const_set(name, Class.new do
      define_singleton_method(:new) { |*args| LayoutObserver.const_get(kind).read(args) }
    end)
  end

  %i[Trans DTrans].each do |name|
    const_set(name, Class.new do
      define_singleton_method(:new) { |*args| LayoutObserver::Trans.simple(args) }
    end)
    %i[R0 R90 R180 R270 M0 M45 M90 M135].each_with_index do |turn, i|
      const_get(name).const_set(turn, i < 4 ? LayoutObserver::Trans.new(1.0, 90 * i)
                                            : LayoutObserver::Trans.new(1.0, 90 * (i - 4), true))
    end
  end

  def self.const_missing(name) = LayoutObserver.engine.refuse(:RBA, "RBA::#{name} of KLayout")
end

class << File
  alias_method :lob_readable?, :readable?

  def readable?(name) = !name.to_s.start_with?("/proc/") && lob_readable?(name)
end

Integer.include(LayoutObserver::Suffixes)
Float.include(LayoutObserver::Suffixes)

# What KLayout has and the engine has not; and what decks ask of the system for their log (klayout/prelude.c).
class Object
  def self.const_missing(name)
    return super unless name == :LVS || name.to_s.start_with?("DRC")
    LayoutObserver.engine.refuse(name, "#{name} of KLayout")
  end
end

module Kernel
  def `(command)
    case command.to_s
    when /\A\s*"?nproc"?\s*\z/ then "1\n"
    when /\A\s*pmap\s+\d+\s*\|\s*tail\s+-1\s*\z/ then " total         unknown\n"
    else raise Errno::ENOENT, "commands are not run"
    end
  end
end

socket = IO.for_fd(1).dup
socket.sync = true
STDOUT.reopen(STDERR)
name, *definitions = ARGV
LayoutObserver::DECK = name.freeze
definitions.each do |definition|
  variable, value = definition.split("=", 2)
  eval("$#{variable} = value") if variable =~ /\A[A-Za-z_][A-Za-z0-9_]*\z/
end
LayoutObserver.engine = LayoutObserver::Engine.new(LayoutObserver::Wire.new(socket))
LayoutObserver.engine.run(File.read(name, encoding: "UTF-8"))
