# Layers of decks: what can be done with one. Each method is a message to the engine.

module LayoutObserver
  class Layer
    include Units

    KINDS = %i[region edges pairs]
    attr_reader :kind

    # KLayout's form has an object of its own behind the engine.
    def initialize(engine, kind, value = nil)
      @engine, @kind, @value = engine, kind, value
      return if value
      case kind
      when Collected then @kind, @value = kind.kind, kind.value_in(engine)
      when Shapes then @kind, @value = kind.layer.kind, kind.layer.dup.value
      else engine.refuse(:DRCLayer, "such a DRCLayer")
      end
    end

    def value
      raise "The layer was forgotten" unless @value
      @value
    end

    # For questions to the engine whose answer the deck sees.
    def number
      @engine.see_all
      value.number
    end

    # Again and again, as in KLayout.
    def forget
      @value&.drop unless @engine.later?
      @value = nil
    end

    def dup
      copy = self + @engine.empty(@kind)
      @clean ? copy.raw : copy
    end

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

    # Of layers as they are read from the layout: boxes around texts. Others have no texts.
    def texts(*args)
      need(:texts, :region)
      @has_unknown_texts && @engine.refuse(:texts, "texts of a part of the layout")
      return @engine.polygon_layer unless @texts
      args += [OutputMode.new(:boxes)] if args.grep(OutputMode).empty?
      TextLayer.new(@engine, :texts, @engine.value("labels", *@texts)).texts(*args)
    end

    def with_unknown_texts(from)
      @has_unknown_texts, @texts_around = true, from
      self
    end

    # Those of the cell itself, as a value; nil: there are none.
    def own_texts
      from = @texts || @texts_around
      found = from && @engine.value("own_labels", *from)
      return if found.nil? || @engine.wire.ask("sums", found.number)[0] == 0
      @has_unknown_texts && @engine.refuse(:connect, "connect of a part of the layout that has texts")
      found
    end

    # Where the texts beside the polygons come from.
    def with_texts(from)
      @texts = @drawn = from
      self
    end

    # Texts that stand beside polygons as they were read, also where they were left out.
    attr_reader :drawn

    def with_drawn(from)
      @drawn = from
      self
    end

    def is_deep? = @engine.is_deep?
    def is_strict? = false

    # What can be done with polygons and edges as they are drawn, each by itself. All else takes merged ones.
    RAW_TOO = { region: %i[sized size extents holes hulls edges corners middle extent_refs smoothed rounded_corners ongrid
                           snapped with_area with_perimeter with_bbox_min with_bbox_max with_bbox_width with_bbox_height
                           with_holes with_area_ratio with_bbox_aspect_ratio with_relative_height rectangles
                           non_rectangles rectilinear non_rectilinear squares non_squares area perimeter],
                edges: %i[with_length with_angle extended start_segments end_segments centers length extents] }.freeze
    # Where KLayout takes what is drawn in any case, or merges in any case.
    RAW_ANYWAY = %i[raw clean | & - ^ + or and not xor join andnot merged odd_polygons is_box? insert].freeze

    # This layer from now on, and what it is the same object as.
    def raw
      need(:raw, :region, :edges)
      return self if @clean
      @clean = value
      @value = @engine.value("as_drawn", @clean)
      self
    end

    def clean
      need(:clean, :region, :edges)
      @value, @clean = @clean, nil if @clean
      self
    end

    def is_raw? = !@clean.nil?
    def is_clean? = @clean.nil?
    def non_strict = self
    def flatten = self

    def sums
      @engine.wire.ask("sums", number)
    end

    def count = sums[0]
    def is_empty? = count == 0

    # Of a layer that the engine made, flat as it is; of one as drawn, and in deep mode, KLayout counts cells once.
    def hier_count
      (@drawn || @engine.was_deep?) && @engine.refuse(:hier_count, "hier_count of a layer as drawn or in deep mode")
      count
    end

    def area
      need(:area, :region)
      sums[1] * @engine.dbu * @engine.dbu
    end

    def perimeter
      need(:perimeter, :region)
      sums[2] * @engine.dbu
    end

    # Whole units for each edge, as KLayout adds them up.
    def length
      need(:length, :edges)
      sums[2] * @engine.dbu
    end

    # One polygon as drawn, and it is a box.
    def is_box?
      need(:is_box?, :region)
      count == 1 && Shapes.new(self, nil).first.is_box?
    end

    def bbox
      box = sums[3, 4]
      box.size == 4 ? Box.new(*box.map { |v| v * @engine.dbu }) : Box.new(1.0, 1.0, -1.0, -1.0)
    end

    # ---- sets ----
    def other(name, layer, *kinds)
      raise "#{name}: the argument needs to be a layer" unless layer.is_a?(Layer)
      kinds.include?(layer.kind) || @engine.refuse(name, "#{name} of #{@kind} and #{layer.kind}")
      layer.may_be_raw(name)
      layer.value
    end

    def need(name, *kinds)
      kinds.include?(@kind) || @engine.refuse(name, "#{name} of a layer of #{@kind}")
      may_be_raw(name)
    end

    # What takes whole polygons is refused, so that what is drawn is never taken for merged.
    def may_be_raw(name)
      return unless @clean
      fits = (RAW_ANYWAY + RAW_TOO[@kind]).include?(name.to_sym)
      fits || @engine.refuse(name, "#{name} of a raw layer")
    end

    def made(kind, operation, *args)
      Layer.new(@engine, kind, @engine.value(operation, value, *args))
    end

    # Kinds of the engine's cuts: edges against polygons, or against edges on the same line.
    CUTS = { :& => 0, :- => 1, :^ => 4 }.freeze

    { :| => 0, :& => 1, :- => 2, :^ => 3 }.each do |name, op|
      define_method(name) do |layer|
        need(name, :region, :edges)
        return made(:region, "boolean", other(name, layer, :region), op) if @kind == :region
        return (self + layer).merged if name == :|
        layer.is_a?(Layer) && layer.polygons? && layer.may_be_raw(:"edges #{name}")
        made(:edges, "edges_cut", other(name, layer, *(name == :^ ? [:edges] : %i[edges region])), CUTS[name])
      end
    end

    def cut_by(name, layer, kind)
      need(name, :edges)
      made(:edges, "edges_cut", other(name, layer, :region), kind)
    end

    def inside_part(layer) = cut_by(:inside_part, layer, 2)
    def outside_part(layer) = cut_by(:outside_part, layer, 3)
    def intersections(layer)
      need(:intersections, :edges)
      made(:edges, "edges_crossings", other(:intersections, layer, :edges))
    end

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

    def in(layer) = made(@kind, "in", same(:in, layer), false)
    def not_in(layer) = made(@kind, "in", same(:not_in, layer), true)
    def in_and_out(layer) = [self.in(layer), not_in(layer)]

    def same(name, layer)
      need(name, :region, :edges)
      other(name, layer, @kind)
    end

    def merged(*args)
      need(:merged, :region, :edges)
      return made(@kind, "merged") if args.empty?
      fits = @kind == :region && args.size == 1 && args[0].is_a?(Integer)
      fits || @engine.refuse(:merged, "merged with such arguments")
      args[0] > 1 ? made(:region, "merged_least", args[0]) : made(:region, "merged")
    end

    def become(layer)
      is_raw = is_raw?
      @texts = @texts_around = @drawn = @clean = nil
      value.drop unless @engine.later?
      @value = layer.value
      is_raw ? raw : self
    end

    def merge(*args) = become(merged(*args))

    def insert(*items)
      need(:insert, :region, :edges)
      items.each do |item|
        next insert(*item) if item.is_a?(Array)
        next insert_shape(item) unless item.is_a?(Box) || item.is_a?(Polygon)
        need(:insert, :region)
        points = item.points.flat_map { |p| [dbu_of(p.x.to_f), dbu_of(p.y.to_f)] }
        become(made(:region, "insert", *points)) if points.size >= 6
      end
      self
    end

    def insert_shape(item)
      collected = Collected.new(@kind)
      return become(self + Layer.new(@engine, collected)) if item.is_a?(Shape) && collected.take(item)
      fits = item.is_a?(Path) && @kind == :region
      fits || @engine.refuse(:insert, "insert of other things than boxes, polygons, paths and edges into their layers")
      sizes = [item.width, item.begin_ext, item.end_ext].map { |v| dbu_of(v.to_f) }
      points = item.points.flat_map { |p| [dbu_of(p.x.to_f), dbu_of(p.y.to_f)] }
      points.size > 4000 && @engine.refuse(:insert, "a path of more than 2000 points")
      become(self + Layer.new(@engine, :region, @engine.value("path", *sizes, *points)))
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
      made(:region, "sized", values[0], values[-1], mode)
    end

    def size(*args) = become(sized(*args))

    def extents(dx = 0, dy = dx)
      may_be_raw(:extents)
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

    def transformed(t)
      fits = t.is_a?(Trans) || t.is_a?(Point)
      fits || @engine.refuse(:transformed, "transformed with other things than a transformation in micrometres")
      turned(t.is_a?(Point) ? Trans.new(1.0, 0.0, false, t.x, t.y) : t)
    end

    def turned(t)
      may_be_raw(:transformed)
      moves = [t.dx, t.dy].map { |v| v / @engine.dbu }
      moves.all? { |v| (v - v.round).abs < 1e-4 } || @engine.refuse(:transformed, "a move by parts of a database unit")
      made(@kind, "transformed", t.mag, t.angle, t.mirror, *moves.map(&:round))
    end

    def transform(t) = become(transformed(t))

    def scaled(factor)
      raise ArgumentError, "a scale must be greater than 0" unless factor.is_a?(Numeric) && factor > 0
      turned(Trans.new(factor))
    end

    def scale(factor) = become(scaled(factor))

    def moved(x, y = 0)
      may_be_raw(:moved)
      made(@kind, "moved", 0, dbu_of(x), dbu_of(y))
    end

    def move(*args) = become(moved(*args))

    def rotated(angle)
      may_be_raw(:rotated)
      quarters = angle / 90.0
      return turned(Trans.new(1.0, angle)) unless quarters == quarters.round
      made(@kind, "moved", quarters.round % 4, 0, 0)
    end

    def rotate(angle) = become(rotated(angle))

    # ---- expressions ----
    def drc(expression)
      need(:drc, :region)
      if expression.is_a?(Layer) || !expression.is_a?(Step)
        raise "A DRC expression is required for the argument (got #{expression.inspect})"
      end
      simple(expression.lowered) || around(expression)
    rescue RuntimeError => e
      raise e.class, "'drc': #{e.message}"
    end

    # A check or a measure of the polygons themselves needs no walk from polygon to polygon.
    def simple(step)
      op, of, numbers = step.op, step.of.map(&:lowered), step.numbers
      if op == :check && !numbers[9] && of.all? { |s| s.op == :secondary }
        second = of.empty? ? value : of[0].numbers[0].value
        return if second.equal?(value) && !of.empty?
        kind, scope, value, metrics, low, high, angle, *rest = numbers
        made(:pairs, "check", second, kind, scope, value, metrics, low, high || -1, (angle * 1_000_000).round, *rest)
      elsif op == :filter && of[0].op == :primary && numbers[0] <= 9 && !numbers[2]
        made(:region, "filter", numbers[0], numbers[1], numbers[3], numbers[4])
      end
    end

    def around(expression)
      steps = []
      expression.put(steps, {})
      numbers = steps.flatten.map { |v| v.is_a?(Layer) ? v.value : v }
      made(expression.kind, "expression", *numbers)
    end

    def smoothed(distance, keep_hv = false)
      need(:smoothed, :region)
      made(:region, "smoothed", dbu_of(distance), keep_hv ? true : false)
    end

    def rounded_corners(inner, outer, n)
      need(:rounded_corners, :region)
      made(:region, "rounded", dbu_of(inner), dbu_of(outer), n.to_i)
    end

    def corners(*args)
      need(:corners, :region)
      mode, low, high = :boxes, -180.0, 180.0
      args.each do |a|
        case a
        when Range then low, high = a.begin.to_f, a.end.to_f
        when Numeric then low = high = a.to_f
        when OutputMode then mode = a.value
        else raise "Invalid argument #{a.inspect}"
        end
      end
      kind = CornerStep::KINDS[mode]
      made(%i[edges region pairs][kind], "corners", kind, low, high)
    end

    def middle(*args) = box_part(:middle, args)
    def extent_refs(*args) = box_part(:extent_refs, args)

    def box_part(name, args)
      need(name, :region)
      part = BoxPart.new(name, args)
      made(part.is_edge ? :edges : :region, "box_part", part.is_edge, *part.fractions, *part.more)
    end

    def extended(*args)
      need(:extended, :edges)
      raise "Too many arguments (1 to 5 expected)" if args.size > 5
      by = [0, 0, 0, 0, false]
      args.each_with_index do |a, i|
        if a.is_a?(Hash)
          %i[begin end out in].each_with_index { |key, k| by[k] = dbu_of(a[key]) if a[key] }
          by[4] = true if a[:joined]
        else
          by[i] = i < 4 ? dbu_of(a) : a ? true : false
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

    # In deep mode KLayout does not look.
    def odd_polygons
      need(:odd_polygons, :region)
      made(:region, "odd")
    end

    def ongrid(gx, gy = gx)
      need(:ongrid, :region)
      made(:pairs, "ongrid", dbu_of(gx), dbu_of(gy))
    end

    def snapped(gx, gy = gx)
      need(:snapped, :region)
      grids = [dbu_of(gx), dbu_of(gy)]
      raise "Grid snap requires a positive grid value" if grids.min < 0
      made(:region, "snapped", *grids.map { |g| [1, g].max })
    end

    def snap(*args) = become(snapped(*args))

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

    # Corners of polygons, as KLayout had it in former versions.
    def with_corner_angle(inverse, args)
      low, high = args.size == 1 && args[0].is_a?(Range) ? [args[0].begin, args[0].end] : args
      fits = args.size.between?(1, 2) && low.is_a?(Numeric) && high.is_a?(Numeric)
      fits || @engine.refuse(:with_angle, "with_angle of polygons other than with two limits")
      made(:pairs, "inner_angles", low.to_f, high.to_f, inverse)
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
      need(:with_area, :region, :pairs)
      filter(:with_area, @kind == :pairs ? 20 : 0, inverse, args, squared: true)
    end

    filter_pair(:distance) do |inverse, args|
      need(:with_distance, :pairs)
      filter(:with_distance, 18, inverse, args)
    end

    filter_pair(:internal_angle) do |inverse, args|
      need(:with_internal_angle, :pairs)
      filter(:with_internal_angle, 19, inverse, args, plain: true)
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
      next with_corner_angle(inverse, args) if @kind == :region
      need(:with_angle, :edges, :pairs)
      words, others = args.grep_v(BothEdges).partition { |a| a.is_a?(Directions) }
      next with_direction(inverse, words[0], args.any?(BothEdges)) if words.size == 1 && others.empty?
      values = others.flat_map { |a| a.is_a?(Range) ? [a.begin, a.end] : [a] }
      fits = values.all? { |v| (v.is_a?(Integer) || v.is_a?(Float)) && v > -90 && v <= 180 }
      fits || @engine.refuse(:with_angle, "with_angle beyond -90 to 180 degrees, or with words")
      filter(:with_angle, 14, inverse, args, plain: true)
    end

    { rectangles: [7, false], non_rectangles: [7, true], rectilinear: [8, false], non_rectilinear: [8, true],
      squares: [9, false], non_squares: [9, true] }.each do |name, (kind, inverse)|
      define_method(name) do
        need(name, :region)
        made(:region, "filter", kind, inverse)
      end
    end

    def with_density(*args) = density(:with_density, args, false)
    def without_density(*args) = density(:without_density, args, true)

    def density(name, args, is_inverse)
      need(name, :region)
      made(:region, "with_density", *DensityWords.new(@engine, name, args).to_wire(self, is_inverse))
    end

    # ---- one by one ----
    def ask(operation, *args) = @engine.wire.ask(operation, number, *args)

    # In database units, as KLayout's own object has them.
    def data
      may_be_raw(:data)
      number
      Shapes.new(self, nil)
    end

    def each(&block)
      may_be_raw(:each)
      Shapes.new(self, @engine.dbu).each(&block)
      self
    end

    def select
      may_be_raw(:select)
      places = []
      Shapes.new(self, @engine.dbu).each_with_index { |shape, i| places << i if yield shape }
      chosen = @engine.empty(@kind)
      places.each_slice(4000) { |some| chosen += made(@kind, "pick", false, *some) }
      chosen
    end

    # What a block makes of each shape.
    { collect: nil, collect_to_region: :region, collect_to_edges: :edges, collect_to_edge_pairs: :pairs }.each do |name, kind|
      define_method(name) do |&block|
        may_be_raw(name)
        found = Collected.new(kind || @kind)
        Shapes.new(self, @engine.dbu).each { |shape| found.gather(block.call(shape)) }
        Layer.new(@engine, found)
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
      other(method, layer, :region, :edges, *(@kind == :region && kind == 0 ? [:texts] : []))
      return made(:region, "select_by_texts", layer.value, inverse, *counts(args)) if layer.kind == :texts
      if @kind == :edges
        fits = [0, 2, 3].include?(kind) && args.empty?
        fits || @engine.refuse(method, "#{method} of edges and #{layer.kind}#{" with counts" unless args.empty?}")
        return made(:edges, "edges_select", layer.value, kind, inverse)
      end
      return made(:region, "select", layer.value, kind, inverse, *counts(args)) if layer.kind == :region
      kind == 0 || @engine.refuse(method, "#{method} of region and edges")
      made(:region, "select_by_edges", layer.value, inverse, *counts(args))
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
        more = { pull_interacting: @kind == :region ? %i[edges texts] : [:edges], pull_inside: [:edges] }[name]
        other(name, layer, :region, *more)
        layer.send(method, self)
      end
    end

    # ---- checks ----
    CHECKS.each do |name, (kind, scope)|
      define_method(name) { |*args| check(name, kind, scope, args) }
    end

    def iso(*args) = isolated(*args)
    def enc(*args) = enclosing(*args)
    def sep(*args) = separation(*args)

    def check(name, kind, scope, args)
      need(name, :region, *(%i[notch isolated].include?(name) ? [] : [:edges]))
      words = CheckWords.new(@engine, name, args)
      raise "A check value must be specified" unless words.value
      raise "No other layer must be specified for a single-layer check" if scope != 3 && words.other
      raise "The other layer must be specified for a two-layer check" if scope == 3 && !words.other.is_a?(Layer)
      words.refuse_for_edges if @kind == :edges
      second = words.other ? other(name, words.other, @kind) : value
      made(:pairs, "check", second, kind, scope, dbu_of(words.value), *words.to_wire)
    end

    # ---- out ----
    def output(*args)
      @engine.give_out(self, args)
      self
    end
  end

  # Texts: what is written here and no more.
  class TextLayer < Layer
    KEPT = %i[value number may_be_raw forget inspect to_s method_missing respond_to_missing? kind made ask sums count is_empty? output
              polygons? edges? edge_pairs? is_deep? flatten clean dbu_of other become].freeze
    (Layer.instance_methods(false) - KEPT).each { |name| undef_method(name) }

    def texts? = true
    def need(name, *_kinds) = @engine.refuse(name, "#{name} of texts")
    def dup = texts
    def clone(*) = dup
    def texts(*args) = chosen_texts(false, args)
    def texts_not(*args) = chosen_texts(true, args)
    def extents(dx = 0, dy = dx) = made(:region, "text_marks", false, dbu_of(dx), dbu_of(dy))

    # A bare string is a pattern.
    def chosen_texts(inverse, args)
      pattern, is_glob, mode = "*", true, nil
      args.each do |a|
        case a
        when String then pattern, is_glob = a, true
        when Pattern then pattern, is_glob = a.text, a.is_glob
        when OutputMode then mode = a.value
        else raise "Invalid argument type #{a.inspect}"
        end
      end
      found = TextLayer.new(@engine, :texts, @engine.value("texts", value, pattern, is_glob, inverse))
      mode ? found.marks(%i[edges dots].include?(mode)) : found
    end

    # In a polygon or on its border. KLayout 0.28.5 loses all texts that are beside a layer without polygons.
    { :& => false, and: false, interacting: false, :- => true, not: true, not_interacting: true }.each do |name, inverse|
      define_method(name) do |layer|
        TextLayer.new(@engine, :texts, @engine.value("texts_select", value, other(name, layer, :region), inverse))
      end
    end

    def select_interacting(layer) = become(interacting(layer))
    def select_not_interacting(layer) = become(not_interacting(layer))

    def pull_interacting(layer)
      other(:pull_interacting, layer, :region)
      layer.interacting(self)
    end

    # x, y and text of each.
    def tell_antennas(told)
      @value = @engine.empty_texts
      told.each_slice(3000) { |some| @value = @engine.value("put_texts", @value, *some) }
    end

    def marks(are_dots) = made(are_dots ? :edges : :region, "text_marks", are_dots, 1, 1)
  end
end
