# What stands behind a layer: the number of a value of the engine. In a run that is put off (some categories alone, or a
# box) it is the request that will make the value, sent when an output needs it: what no output needs is never made.
#
# A request knows its reach: how far around a place it looks, in database units. Those that look at whole polygons, or
# at all of a layer, have none, and a box is refused for what comes of them.

module LayoutObserver
  class Value
    attr_reader :reach, :far # far: the operation and the line by which the reach is lost

    def self.made(engine, number) = new(engine).tap { |v| v.take(number) }

    def initialize(engine, operation = nil, args = [], line = 0)
      @engine, @operation, @args, @line = engine, operation, args, line
      @reach = 0
      @number = nil
      measure if operation
    end

    # Of what it is made of, and of the request itself.
    def measure
      lost = @args.grep(Value).find(&:far)
      own = Reach.of(@operation, @args)
      @far = lost ? lost.far : own ? nil : [@operation, @line]
      @reach = @args.grep(Value).map(&:reach).max.to_i + own.to_i
    end

    def take(number)
      @number = number
      @args = nil
      ObjectSpace.define_finalizer(self, Value.end_of(@engine.wire.forgotten, number))
    end

    def self.end_of(forgotten, number) = proc { forgotten << number }

    def made? = !@number.nil?

    # What it needs is made first: by a list, for decks make chains of any length.
    def number
      todo = [self]
      until todo.empty?
        value = todo[-1]
        missing = value.missing
        missing.empty? ? todo.pop.make : todo.concat(missing)
      end
      @number
    end

    def missing = @number ? [] : @args.grep(Value).reject(&:made?)

    def make
      return if @number
      take(@engine.wire.ask_at(@line, @operation, @args.map { |a| a.is_a?(Value) ? a.number : a })[0])
    end

    # A connection needs it beyond the deck's forget.
    def keep
      @is_kept = true
    end

    # At once, not when Ruby finds that nobody needs it.
    def drop
      return if !@number || @is_kept
      @engine.wire.forgotten << @number
      ObjectSpace.undefine_finalizer(self)
    end
  end

  # How far each operation looks; nil: there is no telling.
  module Reach
    SIZING = { 0 => 1.5, 1 => 1.5, 2 => 1.5, 3 => 2.7 }.freeze # corners stay sharp: how far they come out
    NEAR = %w[as_drawn input labels empty insert path put boolean join merged edges_cut edges_crossings edges odd ongrid
              texts].freeze

    def self.of(operation, args)
      return 0 if NEAR.include?(operation)
      case operation
      when "sized" then SIZING[args[3]] && ([args[1].abs, args[2].abs].max * SIZING[args[3]]).ceil
      when "filter" then args[0].is_a?(Value) && args[1].between?(14, 17) ? 0 : nil
      when "check" then check(args)
      when "moved" then args[1] == 0 ? [args[2].abs, args[3].abs].max : nil
      when "extended" then args[5] ? nil : 2 * args[1, 4].map(&:abs).max
      when "segments" then args[1] < 2 && args[3] == 0.0 ? args[2].abs : nil
      when "polygons" then 2 * args[1].abs
      when "corners" then 2
      when "inner_angles" then 0
      when "snapped" then [args[1], args[2]].max
      when "text_marks" then [args[2].abs, args[3].abs].max
      end
    end

    # Which edges belong to one polygon, and where whole edges end, is decided far away.
    def self.check(args)
      _a, _b, kind, scope, distance, _metrics, low, high, _angle, *more = args
      whole, transparent, = more
      plain = !whole && low == 0 && high == -1 && more[2..].all? { |m| m == false || m == 0 }
      near = scope >= 2 || (scope == 0 && kind == 0 && !transparent)
      plain && near ? 2 * distance.abs : nil
    end
  end
end
