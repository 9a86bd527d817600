# The language of DRC decks, over messages to the engine (talk.h). Nothing here has geometry: a layer is a number.
# Whatever is not written here is refused by name, so that no check is left out in silence.

module LayoutObserver
  class Refused < Exception
  end

  # The talk with the engine: one request, one reply.
  class Wire
    def initialize(io)
      @io = io
      @forgotten = []
    end

    attr_reader :forgotten

    def pack(values)
      values.map do |v|
        case v
        when nil then "n".b
        when true, false then ["i".b, v ? 1 : 0].pack("aq<")
        when Integer
          raise RangeError, "a number beyond 64 bits" if v.abs >= 1 << 63
          ["i".b, v].pack("aq<")
        when Float then ["d".b, v].pack("aE")
        else
          text = v.to_s.b
          ["s".b, text.bytesize].pack("aL<") + text
        end
      end.join
    end

    def read(size)
      bytes = "".b
      while bytes.bytesize < size
        bytes << @io.sysread(size - bytes.bytesize)
      end
      bytes
    end

    def unpack(bytes)
      values = []
      at = 0
      while at < bytes.bytesize
        case bytes[at]
        when "i"
          values << bytes[at + 1, 8].unpack1("q<")
          at += 9
        when "d"
          values << bytes[at + 1, 8].unpack1("E")
          at += 9
        when "s"
          size = bytes[at + 1, 4].unpack1("L<")
          values << bytes[at + 5, size].force_encoding("UTF-8")
          at += 5 + size
        else
          values << nil
          at += 1
        end
      end
      values
    end

    def ask(name, *args)
      unless @forgotten.empty?
        gone = @forgotten.shift(@forgotten.size)
        gone.each_slice(1000) { |some| talk("forget", some) }
      end
      talk(name, args)
    end

    # The line of the deck that asks goes along, so that a refusal can name it.
    def line
      (caller_locations(2, 40) || []).each { |l| return l.lineno if l.path == DECK }
      0
    end

    def talk(name, args)
      body = pack([name, line, *args])
      @io.syswrite([body.bytesize].pack("L<") + body)
      unpack(read(read(4).unpack1("L<")))
    end
  end

  # Words that stand among the arguments of a check.
  Metrics = Struct.new(:value)
  WholeEdges = Struct.new(:value)
  AngleLimit = Struct.new(:value)
  Shielded = Struct.new(:value)
  SizingMode = Struct.new(:value)
  BothEdges = Class.new
  Directions = Struct.new(:value)

  class ProjectionLimits
    attr_reader :low, :high, :low_more, :high_more

    def initialize(low = nil, high = nil)
      @low, @high = low, high
      @low_more = @high_more = 0
    end

    def limit(low, high, low_more = 0, high_more = 0)
      @low, @low_more = low, low_more if low
      @high, @high_more = high, high_more if high
      self
    end

    def >=(v) = limit(v, nil)
    def >(v) = limit(v, nil, 1)
    def <(v) = limit(nil, v)
    def <=(v) = limit(nil, v, 0, 1)
    def ==(v) = limit(v, v, 0, 1)

    def method_missing(name, *_args)
      LayoutObserver.engine.refuse(name, "#{name} of projection limits")
    end

    def respond_to_missing?(*) = false
  end

  Point = Struct.new(:x, :y)
  Box = Struct.new(:left, :bottom, :right, :top) do
    def points = [Point.new(left, bottom), Point.new(left, top), Point.new(right, top), Point.new(right, bottom)]
    def width = right - left
    def height = top - bottom
    def p1 = Point.new(left, bottom)
    def p2 = Point.new(right, top)
  end
  Polygon = Struct.new(:points)

  # A check or a measure without its value, and what a comparison makes of it.
  class Expression
    def initialize(name, args)
      @name, @args = name, args
    end

    %i[< <= > >= == !=].each do |op|
      define_method(op) { |value| Condition.new(@name, @args, op, value) }
    end

    # A number in front: 0.5 > width is width < 0.5.
    Turned = Struct.new(:value) do
      { :< => :>, :<= => :>=, :> => :<, :>= => :<= }.each do |op, turned|
        define_method(op) { |expression| expression.send(turned, value) }
      end
    end

    def coerce(value) = [Turned.new(value), self]

    def method_missing(name, *_args)
      LayoutObserver.engine.refuse(name, "#{name} of #{@name} as an expression for drc")
    end

    def respond_to_missing?(*) = false
  end

  class Condition
    # Measures of polygons and their filters of the engine.
    MEASURES = { perimeter: 1, bbox_min: 2, bbox_max: 3, bbox_width: 4, bbox_height: 5 }.freeze

    def initialize(name, args, op, value)
      @name, @args, @op, @value = name, args, op, value
    end

    def method_missing(name, *_args)
      LayoutObserver.engine.refuse(name, "#{name} of conditions for drc")
    end

    def respond_to_missing?(*) = false
    def ==(_) = method_missing(:==)
    def !=(_) = method_missing(:!=)
    def !(*) = method_missing(:!)

    def of(layer)
      raise "A check value must be a number" unless @value.is_a?(Integer) || @value.is_a?(Float)
      value = layer.dbu_of(@value)
      return measured(layer, value) if MEASURES[@name]
      unless %i[< <=].include?(@op)
        LayoutObserver.engine.refuse(@name, "#{@name} #{@op} a value as an expression for drc")
      end
      layer.send(@name, *@args, @op == :< ? value : value + 1)
    end

    def measured(layer, value)
      limits = { :< => [nil, value], :<= => [nil, value + 1], :> => [value + 1, nil], :>= => [value, nil] }[@op]
      layer.made(:region, "filter", MEASURES[@name], @op == :!=, *(limits || [value]))
    end
  end

  module Units
    def dbu_of(value, squared = false)
      unit = @engine.dbu
      unit *= unit if squared
      case value
      when Integer then value
      when Float then (0.5 + value / unit).floor
      else raise ArgumentError, "Argument (#{value.inspect}) isn't numeric"
      end
    end
  end

  class Layer
    include Units

    KINDS = %i[region edges pairs]
    attr_reader :kind

    def initialize(engine, kind, number)
      @engine, @kind = engine, kind
      take(number)
    end

    def take(number)
      @number = number
      forgotten = @engine.wire.forgotten
      ObjectSpace.undefine_finalizer(self)
      ObjectSpace.define_finalizer(self, Layer.end_of(forgotten, number))
    end

    def self.end_of(forgotten, number) = proc { forgotten << number }

    def number
      raise "The layer was forgotten" unless @number
      @number
    end

    def forget
      @engine.wire.forgotten << number
      ObjectSpace.undefine_finalizer(self)
      @number = nil
      nil
    end

    def dup = self + @engine.empty(@kind)
    def clone(*) = dup

    def inspect = "layer"
    alias to_s inspect

    def method_missing(name, *_args)
      @engine.refuse(name, "the method #{name} of layers")
    end

    def respond_to_missing?(*) = false

    # ---- what it is ----
    def polygons? = @kind == :region
    def edges? = @kind == :edges
    def edge_pairs? = @kind == :pairs
    def texts? = false
    def is_deep? = @engine.is_deep?
    def is_clean? = true
    def is_raw? = false
    def is_strict? = false
    def clean = self
    def non_strict = self
    def flatten = self

    def sums
      @engine.wire.ask("sums", number)
    end

    def count = sums[0]
    def is_empty? = count == 0

    def area
      need(:area, :region)
      sums[1] * @engine.dbu * @engine.dbu
    end

    def perimeter
      need(:perimeter, :region)
      sums[2] * @engine.dbu
    end

    def bbox
      box = sums[3, 4]
      box.size == 4 ? Box.new(*box.map { |v| v * @engine.dbu }) : Box.new(1.0, 1.0, -1.0, -1.0)
    end

    # ---- sets ----
    def other(name, layer, *kinds)
      raise "#{name}: the argument needs to be a layer" unless layer.is_a?(Layer)
      kinds.include?(layer.kind) || @engine.refuse(name, "#{name} of #{@kind} and #{layer.kind}")
      layer.number
    end

    def need(name, *kinds)
      kinds.include?(@kind) || @engine.refuse(name, "#{name} of a layer of #{@kind}")
    end

    def made(kind, operation, *args)
      Layer.new(@engine, kind, @engine.wire.ask(operation, number, *args)[0])
    end

    # Kinds of the engine's cuts: edges against polygons, or against edges on the same line.
    CUTS = { :& => 0, :- => 1, :^ => 4 }.freeze

    { :| => 0, :& => 1, :- => 2, :^ => 3 }.each do |name, op|
      define_method(name) do |layer|
        need(name, :region, :edges)
        return made(:region, "boolean", other(name, layer, :region), op) if @kind == :region
        return (self + layer).merged if name == :|
        made(:edges, "edges_cut", other(name, layer, *(name == :^ ? [:edges] : %i[edges region])), CUTS[name])
      end
    end

    def cut_by(name, layer, kind)
      need(name, :edges)
      made(:edges, "edges_cut", other(name, layer, :region), kind)
    end

    def inside_part(layer) = cut_by(:inside_part, layer, 2)
    def outside_part(layer) = cut_by(:outside_part, layer, 3)
    def inside_outside_part(layer) = [inside_part(layer), outside_part(layer)]

    def +(layer)
      made(@kind, "join", other(:+, layer, @kind))
    end

    def or(layer) = self | layer
    def and(layer, *more) = more.empty? ? self & layer : @engine.refuse(:and, "properties")
    def not(layer, *more) = more.empty? ? self - layer : @engine.refuse(:not, "properties")
    def xor(layer) = self ^ layer
    def join(layer) = self + layer
    def andnot(layer) = [self & layer, self - layer]

    def merged(*args)
      args.empty? || @engine.refuse(:merged, "merged with arguments")
      need(:merged, :region, :edges)
      made(@kind, "merged")
    end

    def become(layer)
      @engine.wire.forgotten << number
      take(layer.number)
      ObjectSpace.undefine_finalizer(layer)
      self
    end

    def merge(*args) = become(merged(*args))

    def insert(*items)
      need(:insert, :region)
      items.each do |item|
        next insert(*item) if item.is_a?(Array)
        unless item.is_a?(Box) || item.is_a?(Polygon)
          @engine.refuse(:insert, "insert of other things than boxes and polygons")
        end
        points = item.points.flat_map { |p| [dbu_of(p.x.to_f), dbu_of(p.y.to_f)] }
        become(made(:region, "insert", *points)) if points.size >= 6
      end
      self
    end

    # ---- shapes ----
    def sized(*args)
      need(:sized, :region)
      mode = 2
      values = []
      args.each do |a|
        if a.is_a?(Numeric)
          values << dbu_of(a)
        elsif a.is_a?(SizingMode)
          mode = a.value
        end
      end
      raise "Method requires one or two sizing values" if values.empty?
      raise "Method must not have more than two values" if values.size > 2
      mode >= 2 || @engine.refuse(:sized, "sized with diamond_limit or octagon_limit")
      made(:region, "sized", values[0], values[-1])
    end

    def size(*args) = become(sized(*args))

    def extents(dx = 0, dy = dx)
      need(:extents, :region)
      made(:region, "shape", 0, dbu_of(dx), dbu_of(dy))
    end

    def holes
      need(:holes, :region)
      made(:region, "shape", 1, 0, 0)
    end

    def hulls
      need(:hulls, :region)
      made(:region, "shape", 2, 0, 0)
    end

    def edges
      need(:edges, :region, :pairs)
      made(:edges, "edges", 0)
    end

    def first_edges
      need(:first_edges, :pairs)
      made(:edges, "edges", 1)
    end

    def second_edges
      need(:second_edges, :pairs)
      made(:edges, "edges", 2)
    end

    def moved(x, y = 0) = made(@kind, "moved", 0, dbu_of(x), dbu_of(y))
    def move(*args) = become(moved(*args))

    def rotated(angle)
      quarters = angle / 90.0
      quarters == quarters.round || @engine.refuse(:rotated, "rotated by other angles than multiples of 90 degrees")
      made(@kind, "moved", quarters.round % 4, 0, 0)
    end

    def rotate(angle) = become(rotated(angle))

    # ---- expressions ----
    def drc(condition)
      need(:drc, :region)
      condition.is_a?(Condition) || @engine.refuse(:drc, "an expression of drc other than a compared check or measure")
      condition.of(self)
    end

    def extended(*args)
      need(:extended, :edges)
      by = [0, 0, 0, 0]
      args.each_with_index do |a, i|
        if a.is_a?(Hash)
          a[:joined] && @engine.refuse(:extended, "extended with joined")
          %i[begin end out in].each_with_index { |key, k| by[k] = dbu_of(a[key]) if a[key] }
        elsif i < 4
          by[i] = dbu_of(a)
        else
          @engine.refuse(:extended, "extended with joined")
        end
      end
      made(:region, "extended", *by)
    end

    def extended_in(distance) = extended(0, 0, 0, distance)
    def extended_out(distance) = extended(0, 0, distance, 0)

    %i[start_segments end_segments centers].each_with_index do |name, kind|
      define_method(name) do |length, fraction = 0.0|
        need(name, :edges)
        made(:edges, "segments", kind, dbu_of(length), fraction.to_f)
      end
    end

    def polygons(*args)
      need(:polygons, :pairs)
      raise "Method requires zero or 1 arguments" if args.size > 1
      made(:region, "polygons", args.empty? ? 0 : dbu_of(args[0]))
    end

    def ongrid(gx, gy = gx)
      need(:ongrid, :region)
      made(:pairs, "ongrid", dbu_of(gx), dbu_of(gy))
    end

    # ---- filters ----
    def filter(name, kind, inverse, args, squared: false, plain: false, more: 0)
      if @kind == :pairs
        both = args.any?(BothEdges)
        args = args.grep_v(BothEdges)
        inverse = (inverse ? 1 : 0) + (both ? 2 : 0)
      end
      value = proc { |v| v.nil? ? nil : plain ? number_of(v) : dbu_of(v, squared) }
      if args.size == 1 && !args[0].is_a?(Range)
        return made(@kind, "filter", kind, inverse, value.call(args[0]))
      end
      low, high = args.size == 1 ? [args[0].begin, args[0].end] : args
      raise "#{name}: Invalid number of arguments (1 or 2 expected)" unless args.size.between?(1, 2)
      low, high = value.call(low), value.call(high)
      high += more if high
      made(@kind, "filter", kind, inverse, low, high)
    end

    def with_direction(inverse, word, both)
      raise "'both' keyword is only available for edge pair layers" if both && @kind != :pairs
      made(@kind, "filter", word.value, (inverse ? 1 : 0) + (both ? 2 : 0))
    end

    def number_of(value)
      raise ArgumentError, "Argument (#{value.inspect}) isn't numeric" unless value.is_a?(Integer) || value.is_a?(Float)
      value
    end

    def self.filter_pair(name, &body)
      define_method("with_#{name}") { |*args| instance_exec(false, args, &body) }
      define_method("without_#{name}") { |*args| instance_exec(true, args, &body) }
    end

    filter_pair(:area) do |inverse, args|
      need(:with_area, :region)
      filter(:with_area, 0, inverse, args, squared: true)
    end

    { perimeter: 1, bbox_min: 2, bbox_max: 3, bbox_width: 4, bbox_height: 5 }.each do |what, kind|
      filter_pair(what) do |inverse, args|
        need("with_#{what}", :region)
        filter("with_#{what}", kind, inverse, args)
      end
    end

    filter_pair(:holes) do |inverse, args|
      need(:with_holes, :region)
      args.empty? ? filter(:with_holes, 6, inverse, [1, nil], plain: true)
                  : filter(:with_holes, 6, inverse, args, plain: true, more: 1)
    end

    { area_ratio: 10, bbox_aspect_ratio: 11, relative_height: 12 }.each do |what, kind|
      filter_pair(what) do |inverse, args|
        need("with_#{what}", :region)
        filter("with_#{what}", kind, inverse, args, plain: true)
      end
    end

    filter_pair(:length) do |inverse, args|
      need(:with_length, :edges, :pairs)
      filter(:with_length, 13, inverse, args)
    end

    filter_pair(:angle) do |inverse, args|
      need(:with_angle, :edges, :pairs)
      words, others = args.grep_v(BothEdges).partition { |a| a.is_a?(Directions) }
      next with_direction(inverse, words[0], args.any?(BothEdges)) if words.size == 1 && others.empty?
      values = others.flat_map { |a| a.is_a?(Range) ? [a.begin, a.end] : [a] }
      fits = values.all? { |v| (v.is_a?(Integer) || v.is_a?(Float)) && v > -90 && v <= 90 }
      fits || @engine.refuse(:with_angle, "with_angle beyond -90 to 90 degrees, or with words")
      filter(:with_angle, 14, inverse, args, plain: true)
    end

    { rectangles: [7, false], non_rectangles: [7, true], rectilinear: [8, false], non_rectilinear: [8, true],
      squares: [9, false], non_squares: [9, true] }.each do |name, (kind, inverse)|
      define_method(name) do
        need(name, :region)
        made(:region, "filter", kind, inverse)
      end
    end

    # ---- choices ----
    def counts(args)
      low, high = args.size == 1 && args[0].is_a?(Range) ? [args[0].begin, args[0].end] : args
      raise "Too many arguments" if args.size > 2
      low = (low || 1)
      [low, high].compact.each { |v| raise "Count argument must be an integer number" unless v.is_a?(Integer) }
      raise "Count argument must be a positive, non-zero number" if low <= 0
      [low, high || -1]
    end

    def chosen(method, kind, inverse, layer, args)
      need(method, :region, :edges)
      other(method, layer, :region, :edges)
      if @kind == :edges
        fits = layer.kind == :region && [0, 2, 3].include?(kind) && args.empty?
        fits || @engine.refuse(method, "#{method} of edges and #{layer.kind}#{" with counts" unless args.empty?}")
        return made(:edges, "edges_select", layer.number, kind, inverse)
      end
      return made(:region, "select", layer.number, kind, inverse, *counts(args)) if layer.kind == :region
      kind == 0 || @engine.refuse(method, "#{method} of region and edges")
      made(:region, "select_by_edges", layer.number, inverse, *counts(args))
    end

    { interacting: 0, overlapping: 1, covering: 4, inside: 2, outside: 3 }.each do |name, kind|
      counted = ![2, 3].include?(kind)
      [[name, false], ["not_#{name}".to_sym, true]].each do |method, inverse|
        define_method(method) do |layer, *args|
          args.empty? || counted || raise(ArgumentError, "#{method}: Too many arguments")
          chosen(method, kind, inverse, layer, args)
        end
        define_method("select_#{method}") { |layer, *args| become(send(method, layer, *args)) }
      end
      define_method("split_#{name}") do |layer, *args|
        [send(name, layer, *args), send("not_#{name}", layer, *args)]
      end
    end

    # The other's shapes that have to do with one of these.
    { pull_interacting: :interacting, pull_overlapping: :overlapping, pull_inside: :inside }.each do |name, method|
      define_method(name) do |layer|
        need(name, :region, :edges)
        other(name, layer, *(name == :pull_overlapping ? [:region] : %i[region edges]))
        layer.send(method, self)
      end
    end

    # ---- checks: kind and scope of rules/check.h ----
    { width: [0, 0], notch: [1, 0], space: [1, 2], isolated: [1, 1], separation: [1, 3], overlap: [0, 3],
      enclosing: [2, 3], enclosed: [3, 3] }.each do |name, (kind, scope)|
      define_method(name) { |*args| check(name, kind, scope, args) }
    end

    def iso(*args) = isolated(*args)
    def enc(*args) = enclosing(*args)
    def sep(*args) = separation(*args)

    def check(name, kind, scope, args)
      need(name, :region)
      value = layer = nil
      metrics, low, high, angle, whole, transparent = 0, 0, -1, 90, false, false
      args.each do |a|
        case a
        when Metrics then metrics = a.value
        when WholeEdges then whole = a.value
        when AngleLimit then angle = a.value
        when Shielded then transparent = !a.value
        when ProjectionLimits
          low = a.low ? dbu_of(a.low) + a.low_more : 0
          high = a.high ? dbu_of(a.high) + a.high_more : -1
        when Layer then layer = a
        when Integer, Float
          raise "Value already specified" if value
          value = dbu_of(a)
        else @engine.refuse(name, "an argument of #{name}")
        end
      end
      raise "A check value must be specified" unless value
      raise "No other layer must be specified for a single-layer check" if scope != 3 && layer
      raise "The other layer must be specified for a two-layer check" if scope == 3 && !layer
      second = layer ? other(name, layer, :region) : number
      made(:pairs, "check", second, kind, scope, value, metrics, low, high, (angle * 1_000_000).round, whole,
           transparent)
    end

    # ---- out ----
    def output(*args)
      @engine.give_out(self, args)
      self
    end
  end

  class Source
    attr_reader :cell_name

    def initialize(engine, cell, name)
      @engine, @cell, @cell_name = engine, cell, name
    end

    attr_reader :cell

    def method_missing(name, *_args)
      @engine.refuse(name, "the method #{name} of sources")
    end

    def respond_to_missing?(*) = false

    def path = @engine.input_path

    def input(*args)
      Layer.new(@engine, :region, @engine.wire.ask("input", @cell, *@engine.layers_of(args))[0])
    end

    alias polygons input

    def edges(*args) = input(*args).edges
    def make_layer = @engine.polygon_layer

    def extent(*args)
      args.empty? || @engine.refuse(:extent, "extent with a cell filter")
      box = @engine.wire.ask("cell_box", @cell)
      layer = @engine.polygon_layer
      return layer if box.size < 4
      layer.insert(Box.new(*box.map { |v| v * @engine.dbu }))
    end

    def cell(name = nil)
      name ? @engine.source_of(name) : @cell
    end

    def cell_number = @cell
  end

  class Engine
    attr_reader :wire, :input_path

    def initialize(wire)
      @wire = wire
      @dbu, @top, @input_path, *layers = wire.ask("begin")
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
    def edges(*args) = source.edges(*args)
    def extent(*args) = source.extent(*args)
    def make_layer = polygon_layer
    def polygon_layer = empty(:region)
    def edge_layer = empty(:edges)
    def empty(kind) = Layer.new(self, kind, @wire.ask("empty", Layer::KINDS.index(kind))[0])

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
      else refuse(:input, "an input by a pattern of layers")
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
      @deep, @tiled = true, false
    end

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

    def projecting(*args)
      args.empty? || refuse(:projecting, "projecting with arguments")
      ProjectionLimits.new
    end

    def projection_limits(low = nil, high = nil)
      low, high = low.min, low.max if low.is_a?(Range)
      ProjectionLimits.new(low, high)
    end

    def p(x, y) = Point.new(x, y)

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

    PAIRED = %i[and or not xor join andnot separation overlap enclosing enclosed sep enc interacting not_interacting
                overlapping not_overlapping inside not_inside outside not_outside covering not_covering].freeze

    CHECKS = %i[width space notch isolated separation overlap enclosing enclosed iso sep enc].freeze

    # Functions with a layer in front: width(a, 1.0) is a.width(1.0).
    %i[and or not xor join andnot merged sized extents holes hulls first_edges second_edges width space notch isolated
       separation overlap enclosing enclosed iso sep enc interacting not_interacting overlapping not_overlapping inside
       not_inside outside not_outside covering not_covering rectangles rectilinear squares with_area without_area
       with_length without_length with_perimeter without_perimeter with_angle without_angle].each do |name|
      define_method(name) do |*args|
        # Without a layer, or with one where two are needed, it is part of an expression for drc().
        fits = args[0].is_a?(Layer) && (args.size > 1 || !PAIRED.include?(name)) &&
               (!CHECKS.include?(name) || args.any?(Numeric))
        return Expression.new(name, args) if !fits && CHECKS.include?(name) && args.none?(Numeric)
        refuse(name, "#{name} as an expression for drc") unless fits
        args[0].send(name, *args[1..-1])
      end
    end

    Condition::MEASURES.each_key do |name|
      define_method(name) do |*args|
        args.empty? || refuse(name, "#{name} with arguments")
        Expression.new(name, args)
      end
    end

    def select(*) = refuse(:select, "the function select")
    def test(*) = refuse(:test, "the function test")

    # ---- out ----
    def report(title, _file = nil, _cell = nil)
      @wire.ask("report", source.cell_number, title)
      @has_report = true
      nil
    end

    def target(*) = refuse(:target, "target: layers written as a layout")

    def output(layer, *args)
      layer.is_a?(Layer) || refuse(:output, "output of other things than layers")
      layer.output(*args)
    end

    def give_out(layer, args)
      @has_report || refuse(:output, "output without a report")
      raise "Invalid number of arguments - category name and optional description expected" if args.empty?
      raise "A description must be a string" unless args[1].nil? || args[1].is_a?(String)
      @wire.ask("output", layer.number, args[0].to_s, args[1].to_s)
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
      instance_eval(text, DECK, 1)
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

Integer.include(LayoutObserver::Suffixes)
Float.include(LayoutObserver::Suffixes)

# What KLayout has and the engine has not; and what decks ask of the system for their log (klayout/prelude.c).
class Object
  def self.const_missing(name)
    return super unless %i[RBA DRC LVS].include?(name) || name.to_s.start_with?("DRC")
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
