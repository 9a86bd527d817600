# The language of DRC decks, over messages to the engine (talk.h): dsl.rb, dsl_value.rb, dsl_step.rb, dsl_shape.rb, dsl_object.rb,
# dsl_layer.rb, dsl_net.rb and dsl_engine.rb, read in this order. Nothing in them has geometry: a layer is a number. Whatever is not written there
# is refused by name, so that no check is left out in silence. Here: the talk and the words.

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

    def ask(name, *args) = ask_at(nil, name, args)

    def ask_at(line, name, args)
      unless @forgotten.empty?
        gone = @forgotten.shift(@forgotten.size)
        gone.each_slice(1000) { |some| talk("forget", some) }
      end
      talk(name, args, line)
    end

    # The line of the deck that asks goes along, so that a refusal can name it.
    def line
      (caller_locations(2, 40) || []).each { |l| return l.lineno if l.path == DECK }
      0
    end

    def talk(name, args, at = nil)
      body = pack([name, at || line, *args])
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
  Opposite = Struct.new(:value)
  Sides = Struct.new(:value)
  Negative = Class.new
  OutputMode = Struct.new(:value)
  Pattern = Struct.new(:text, :is_glob)

  Point = Struct.new(:x, :y)
  Box = Struct.new(:left, :bottom, :right, :top) do
    def points = [Point.new(left, bottom), Point.new(left, top), Point.new(right, top), Point.new(right, bottom)]
    def width = right - left
    def height = top - bottom
    def p1 = Point.new(left, bottom)
    def p2 = Point.new(right, top)
  end
  Polygon = Struct.new(:points)

  module Units
    def dbu_of(value, squared = false)
      unit = is_a?(Engine) ? @dbu : @engine.dbu
      unit *= unit if squared
      case value
      when Integer then value
      when Float then (0.5 + value / unit).floor
      else raise ArgumentError, "Argument (#{value.inspect}) isn't numeric"
      end
    end
  end
end
