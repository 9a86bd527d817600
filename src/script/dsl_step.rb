# Expressions for drc(): steps that the engine works out around each polygon (expression.h). A comparison gives a step
# its bounds; what it becomes for the engine is settled when drc() sends it.

module LayoutObserver
  # Lower and upper bound of a measure, each a value and whether the value itself belongs to it.
  module Bounds
    attr_reader :low, :high

    def bounded(low: nil, high: nil)
      raise "'#{bound_name}' already has an upper bound of #{"%.12g" % @high[0]}" if high && @high
      raise "'#{bound_name}' already has an lower bound of #{"%.12g" % @low[0]}" if low && @low
      copy = dup
      copy.bind(low || @low, high || @high)
      copy
    end

    def bind(low, high)
      @low, @high = low, high
      return unless low && high
      small = 1e-10
      from = low[1] ? low[0] - small : low[0] + small
      to = high[1] ? high[0] + small : high[0] - small
      raise "'#{bound_name}': lower bound is larger than upper bound" if from > to - small
    end

    def bound_value(op, value)
      return value if value.is_a?(Integer) || value.is_a?(Float)
      raise "#{op} operator needs a numerical argument for '#{bound_name}' argument"
    end

    def <(value) = bounded(high: [bound_value(:<, value), false])
    def <=(value) = bounded(high: [bound_value(:<=, value), true])
    def >(value) = bounded(low: [bound_value(:>, value), false])
    def >=(value) = bounded(low: [bound_value(:>=, value), true])
    def ==(value) = bounded(low: [bound_value(:==, value), true], high: [value, true])

    # A number in front: 0.5 > width is width < 0.5.
    Turned = Struct.new(:value) do
      { :< => :>, :<= => :>=, :> => :<, :>= => :<= }.each do |op, turned|
        define_method(op) { |bounds| bounds.send(turned, value) }
      end
    end

    def coerce(value) = [Turned.new(value), self]

    # From the least that counts to the least that does not, in whole units: nil is no limit.
    def whole_bounds(least = 0, &units)
      from = @low ? units.call(@low[0]) + (@low[1] ? 0 : 1) : least
      [from, @high && units.call(@high[0]) + (@high[1] ? 1 : 0)]
    end
  end

  class ProjectionLimits
    include Bounds

    def initialize(low = nil, high = nil)
      @low = low && [low, true]
      @high = high && [high, false]
    end

    def bound_name = "projecting"

    def get_limits(engine)
      raise "No constraint given for projection limits (supply values or place inside a condition)" unless @low || @high
      units = Scale.new(engine)
      whole_bounds { |v| units.dbu_of(v) }
    end

    def method_missing(name, *_args)
      LayoutObserver.engine.refuse(name, "#{name} of projection limits")
    end

    def respond_to_missing?(*) = false
  end

  Scale = Struct.new(:engine) do
    include Units

    def initialize(engine)
      super
      @engine = engine
    end
  end

  # Words of checks, the same for layers and for expressions.
  class CheckWords
    attr_reader :value, :other, :opposite, :sides, :negative

    def initialize(engine, name, args)
      @metrics, @low, @high, @angle, @whole, @transparent = 0, 0, nil, 90, false, false
      @opposite, @sides, @negative = 0, 0, false
      @value = @other = nil
      args.each { |a| take(engine, name, a) }
      return unless %i[width notch].include?(name)
      raise "An opposite error filter cannot be used with this check" if @opposite != 0
      raise "A rectangle error filter cannot be used with this check" if @sides != 0
    end

    def take(engine, name, a)
      case a
      when Metrics then @metrics = a.value
      when WholeEdges then @whole = a.value
      when AngleLimit then @angle = a.value
      when Shielded then @transparent, @says_shielded = !a.value, true
      when Opposite then @opposite = a.value
      when Sides then @sides |= a.value
      when Negative then @negative = true
      when ProjectionLimits then @low, @high = a.get_limits(engine)
      when Layer, Step then @other = a
      when Integer, Float
        raise "Value already specified" if @value
        @value = a
      else engine.refuse(name, "an argument of #{name}")
      end
    end

    def refuse_for_edges
      raise "Negative output can only be used for polygon layers" if @negative
      raise "Shielding can only be used for polygon layers" if @says_shielded
      raise "An opposite error filter can only be used for polygon layers" if @opposite != 0
      raise "A rectangle error filter can only be used for polygon layers" if @sides != 0
    end

    # As the engine's "check" has them, from the metrics on.
    def to_wire = [@metrics, @low, @high || -1, (@angle * 1_000_000).round, @whole, @transparent, @negative, @opposite, @sides]

    # As a step has them.
    def numbers(negative) = [@metrics, @low, @high, @angle, @whole, @transparent, negative, @opposite, @sides]
  end

  CHECKS = { width: [0, 0], notch: [1, 0], space: [1, 2], isolated: [1, 1], separation: [1, 3], overlap: [0, 3],
             enclosing: [2, 3], enclosed: [3, 3] }.freeze

  class Step
    include Units

    OPS = %i[primary secondary foreign empty boolean join merged filter count shape sized edges polygons segments extended
             corners box_part smoothed rounded check logic switch select].each_with_index.to_h.freeze
    # What a step of a kind other than polygons takes; all others take polygons alone.
    TAKES = { edges: %i[region pairs], polygons: %i[pairs], segments: %i[edges], extended: %i[edges] }.freeze
    TAKES_ANY = %i[boolean join count logic switch select].freeze
    NAMES = { region: "Region", edges: "Edges", pairs: "EdgePairs" }.freeze

    attr_reader :op, :of, :numbers

    def initialize(engine, op, of = [], *numbers)
      @engine, @op, @of, @numbers = engine, op, of, numbers
    end

    def inspect = "expression"

    # What the engine is sent in its place.
    def lowered = self

    def kind
      case @op
      when :empty then Layer::KINDS[@numbers[0]]
      when :boolean then @of.any? { |s| s.kind == :edges } ? :edges : :region
      when :join, :count, :filter then @of[0].kind
      when :switch then @of[1].kind
      when :edges, :segments then :edges
      when :check then :pairs
      when :corners then %i[edges region pairs][@numbers[0]]
      when :box_part then @numbers[0] ? :edges : :region
      else :region
      end
    end

    # Adds the step and those that it is of to the list; its place there.
    def put(list, places)
      step = lowered
      places[step.object_id] ||= begin
        step.check_kinds
        of = step.of.map { |s| s.put(list, places) }
        list << [OPS[step.op], of.size, *of, step.numbers.size, *step.numbers]
        list.size - 1
      end
    end

    def check_kinds
      kinds = @of.map(&:kind)
      case @op
      when :join
        raise "All inputs to the + operator need to have the same type" if kinds.uniq.size > 1
      when :switch
        results = kinds.each_with_index.select { |_, i| i.odd? }.map(&:first)
        results.uniq.size == 1 || raise("All result arguments of 'switch' need to render the same type (got " \
                                        "'#{results.map { |k| NAMES[k] }.join(",")}')")
        kinds.size.odd? && kinds.size > 2 && kinds[-1] != results[0] &&
          @engine.refuse(:switch, "a switch whose last argument is of another kind")
      when :boolean
        fits = kinds[0] == kinds[1] || @numbers[0] == 1 || (@numbers[0] == 2 && kinds[0] == :edges)
        fits || @engine.refuse(:drc, "such a boolean of #{kinds.join(" and ")} in an expression")
      when :check
        step = @of[0]
        step.nil? || step.lowered.op == :secondary ||
          @engine.refuse(:drc, "a check in an expression against other than a layer")
      end
      return if TAKES_ANY.include?(@op) || @of.empty? || @op == :check
      takes = TAKES[@op] || [:region]
      takes = [:edges] if @op == :filter && @numbers[0] >= 13
      kinds.all? { |k| takes.include?(k) } || @engine.refuse(:drc, "#{@op} of #{kinds.uniq.join(" and ")} in an expression")
    end

    def step(op, *numbers) = Step.new(@engine, op, [self], *numbers)

    def layer_step(other)
      other = @engine.secondary(other) if other.is_a?(Layer)
      other.is_a?(Step) || raise("The argument must be a DRC expression or a layer")
      other
    end

    # ---- sets ----
    { :| => 0, :& => 1, :- => 2 }.each do |name, number|
      define_method(name) do |other|
        Step.new(@engine, :boolean, [self, layer_step(other)].map(&:as_edges_of_pairs), number)
      end
    end

    def as_edges_of_pairs = kind == :pairs ? first_edges : self

    def +(other)
      parts = [self, layer_step(other)].flat_map { |s| s.op == :join ? s.of : [s] }
      Step.new(@engine, :join, parts)
    end

    # The polygon itself, where nothing comes of this.
    def ! = Step.new(@engine, :switch, [self, Step.new(@engine, :empty, [], 0), @engine.primary])
    def !=(value) = (self == value).inverted

    def method_missing(name, *_args)
      @engine.refuse(name, "#{name} of an expression for drc")
    end

    def respond_to_missing?(*) = false

    # ---- measures ----
    { area: [0, false], area_sum: [0, true], perimeter: [1, false], perimeter_sum: [1, true], bbox_min: [2, false],
      bbox_max: [3, false], bbox_width: [4, false], bbox_height: [5, false], with_holes: [6, false],
      area_ratio: [10, false], bbox_aspect_ratio: [11, false], relative_height: [12, false], length: [13, false],
      length_sum: [13, true], angle: [14, false] }.each do |name, (number, is_sum)|
      define_method(name) { MeasuredStep.new(@engine, name, self, number, is_sum) }
    end

    def count = CountedStep.new(@engine, self)
    def rectangles = step(:filter, 7, false, false, nil, nil, false, false)
    def rectilinear = step(:filter, 8, false, false, nil, nil, false, false)
    def squares = step(:filter, 9, false, false, nil, nil, false, false)

    # ---- shapes ----
    def holes = step(:shape, 1, 0, 0)
    def hulls = step(:shape, 2, 0, 0)
    def extents(by = 0) = step(:shape, 0, dbu_of(by), dbu_of(by))
    def edges = kind == :edges ? self : step(:edges, 0)
    def first_edges = step(:edges, 1)
    def second_edges = step(:edges, 2)
    def polygons(by = 0) = kind == :region ? self : step(:polygons, dbu_of(by))
    def start_segments(length, fraction = 0.0) = step(:segments, 0, dbu_of(length), fraction.to_f)
    def end_segments(length, fraction = 0.0) = step(:segments, 1, dbu_of(length), fraction.to_f)
    def centers(length, fraction = 0.0) = step(:segments, 2, dbu_of(length), fraction.to_f)
    def extended_in(by) = step(:extended, 0, 0, 0, dbu_of(by))
    def extended_out(by) = step(:extended, 0, 0, dbu_of(by), 0)
    def smoothed(by, keep_hv = false) = step(:smoothed, dbu_of(by), keep_hv ? true : false)
    def rounded_corners(inner, outer, n) = step(:rounded, dbu_of(inner), dbu_of(outer), n.to_i)

    def merged(*args)
      raise "merged: Method requires no or one value" if args.size > 1
      step(:merged, [1, args.empty? ? 1 : args[0].to_i].max)
    end

    def sized(*args)
      values = args.grep(Numeric).map { |v| dbu_of(v) }
      raise "sized: Method requires one or two sizing values" if values.empty?
      raise "sized: Method must not have more than two values" if values.size > 2
      mode = args.grep(SizingMode).last
      step(:sized, values[0], values[-1], mode ? mode.value : 2)
    end

    def corners(mode = OutputMode.new(:dots)) = CornerStep.new(@engine, self, mode)
    def middle(*args) = box_part(:middle, args)
    def extent_refs(*args) = box_part(:extent_refs, args)

    def box_part(name, args)
      part = BoxPart.new(name, args)
      step(:box_part, part.is_edge, *part.fractions, *part.more)
    end

    # ---- choices ----
    { interacting: 0, overlapping: 1, covering: 4 }.each do |name, number|
      define_method(name) { |other| SelectedStep.new(@engine, name, self, layer_step(other), number) }
    end

    { inside: 2, outside: 3 }.each do |name, number|
      define_method(name) { |other| SelectedStep.new(@engine, name, self, layer_step(other), number) }
    end
  end

  # A step that comparisons bound. With `inverted` it takes what is not within the bounds.
  class BoundedStep < Step
    include Bounds

    def initialize(engine, name, of, *numbers)
      super(engine, name, of, *numbers)
      @name, @inverse = name, false
    end

    def initialize_copy(other)
      super
      @lowered = nil
    end

    def bound_name = @name.to_s
    def op = @name
    def kind = lowered.kind
    def lowered = @lowered ||= lower

    def inverted
      copy = dup
      copy.invert
      copy
    end

    def invert
      @inverse = !@inverse
    end

    def ! = inverted
  end

  class MeasuredStep < BoundedStep
    def initialize(engine, name, of, number, is_sum)
      super(engine, name, [of], number)
      @is_sum = is_sum
    end

    def lower
      of = @of[0]
      of = of.edges if @numbers[0] >= 13 && of.kind != :edges
      wanted = @numbers[0] >= 13 ? :edges : :region
      of.kind == wanted || @engine.refuse(@name, "#{@name} of #{of.kind} in an expression")
      Step.new(@engine, :filter, [of], @numbers[0], @inverse, @is_sum, *limits)
    end

    # Low, high, low is open, high is closed. Angles are compared as KLayout does, a little apart.
    def limits
      case @name
      when :area, :area_sum then [*whole_bounds { |v| dbu_of(v, true) }, false, false]
      when :with_holes then [*whole_bounds(&:to_i), false, false]
      when :angle
        [@low ? @low[0] + (@low[1] ? 0 : 1e-6) : -180.0, @high ? @high[0] + (@high[1] ? 1e-6 : 0) : 180.0,
         @low ? !@low[1] : false, @high ? @high[1] : true]
      when :area_ratio, :bbox_aspect_ratio, :relative_height
        [@low ? @low[0] : 0.0, @high && @high[0], @low ? !@low[1] : false, @high ? @high[1] : true]
      else [*whole_bounds { |v| dbu_of(v) }, false, false]
      end
    end
  end

  class CountedStep < BoundedStep
    def initialize(engine, of)
      super(engine, :count, [of])
    end

    def lower
      from, to = whole_bounds(&:to_i)
      Step.new(@engine, :count, @of, @inverse, from, to && to - 1)
    end
  end

  class SelectedStep < BoundedStep
    def initialize(engine, name, of, other, number)
      super(engine, name, [of, other], number)
    end

    def bounded(...)
      @numbers[0] == 2 || @numbers[0] == 3 ? @engine.refuse(@name, "#{@name} with a comparison") : super
    end

    def lower
      kinds = @of.map(&:kind)
      fits = kinds[0] == :region && (kinds[1] == :region || (kinds[1] == :edges && @numbers[0] == 0))
      fits || @engine.refuse(@name, "#{@name} of #{kinds.join(" and ")} in an expression")
      from, to = whole_bounds(&:to_i)
      Step.new(@engine, :select, @of, @numbers[0], @inverse, from, to && to - 1)
    end
  end

  class CornerStep < BoundedStep
    KINDS = { dots: 0, edges: 0, boxes: 1, edge_pairs: 2 }.freeze

    def initialize(engine, of, mode)
      mode.is_a?(OutputMode) || raise("Invalid argument (#{mode.inspect}) for 'corners' method")
      super(engine, :corners, [of], KINDS[mode.value])
    end

    def inverted = raise("!= operator is not allowed for 'corners'")
    def ! = Step.instance_method(:!).bind(self).call

    def lower
      low, high = @low || [-180.0, true], @high || [180.0, true]
      Step.new(@engine, :corners, @of, @numbers[0], low[0].to_f, !low[1], high[0].to_f, !high[1])
    end
  end

  # Below a value: the pairs. Above one: the edges that pass, as pairs with themselves. Between two, or outside of them:
  # edges.
  class CheckStep < BoundedStep
    def initialize(engine, name, args)
      @words = CheckWords.new(engine, name, args)
      raise "Parameter does not have an expected type (is #{@words.value})" if @words.value
      two = CHECKS[name][1] == 3
      raise "No other layer must be specified for a single-layer check" unless two || @words.other.nil?
      raise "The other layer must be specified for a two-layer check" if two && @words.other.nil?
      @words.negative && engine.refuse(name, "negative in an expression")
      super(engine, name, [])
      @of = two ? [layer_step(@words.other)] : []
      @is_outside = false
    end

    def !=(value)
      copy = dup
      copy.bind_outside(bound_value(:!=, value))
      copy
    end

    def bind_outside(value)
      raise "'#{@name}' already has a bound" if @low || @high
      @low = @high = [value, false]
      @is_outside = true
    end

    def ! = Step.instance_method(:!).bind(self).call

    def pairs(value, negative)
      kind, scope = CHECKS[@name]
      Step.new(@engine, :check, @of, kind, scope, value, *@words.numbers(negative))
    end

    def lower
      raise "No value given for check #{@name}" unless @low || @high
      below = @high && pairs(dbu_of(@high[0]) + (@high[1] ? 1 : 0), false)
      return below if @low.nil?
      value = dbu_of(@low[0]) + (@low[1] ? 0 : 1)
      return pairs(value, true) unless below
      edges = %i[width notch].include?(@name) ? below.edges : below.first_edges
      return Step.new(@engine, :join, [edges, pairs(value, true).first_edges]) if @is_outside
      Step.new(@engine, :boolean, [edges, pairs(value, false).edges], 2)
    end
  end

  # What middle and extent_refs mean by their arguments.
  class BoxPart
    POINTS = { center: [0.5, 0.5], bottom_center: [0.5, 0.0], bottom_left: [0.0, 0.0], bottom_right: [1.0, 0.0],
               top_center: [0.5, 1.0], top_left: [0.0, 1.0], top_right: [1.0, 1.0], left_center: [0.0, 0.5],
               right_center: [1.0, 0.5], south: [0.5, 0.0] }.freeze
    SIDES = { left: [0.0, 0.0, 0.0, 1.0], bottom: [1.0, 0.0, 0.0, 0.0], right: [1.0, 1.0, 1.0, 0.0],
              top: [0.0, 1.0, 1.0, 1.0] }.freeze
    NAMED = POINTS.transform_values { |p| p + p }.merge(SIDES).flat_map do |name, at|
      [[name, at], [name.to_s.split("_").map { |w| w[0] }.join.to_sym, at]]
    end.to_h.freeze

    attr_reader :is_edge, :fractions

    def initialize(name, args)
      at = []
      @is_edge = false
      args.each do |a|
        if a.is_a?(OutputMode) then @is_edge = %i[edges dots].include?(a.value)
        elsif name == :middle then raise "Invalid argument: #{a.inspect}"
        elsif a.is_a?(Float) then at << a
        elsif NAMED[a] then at = NAMED[a].dup
        else raise "Invalid argument: #{a.inspect}"
        end
      end
      @fractions = at.size == 2 ? at + at : (at + [0.5] * 4)[0, 4]
    end

    # A part without area is made a box of two units.
    def more
      x1, y1, x2, y2 = @fractions
      flat = !@is_edge && ((x1 - x2).abs < 1e-7 || (y1 - y2).abs < 1e-7)
      [flat ? 1 : 0] * 2
    end
  end
end
