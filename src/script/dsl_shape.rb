# Single shapes of layers, as decks see them: in micrometres for each and select, in database units behind `data`.
# They know how large they are and where; what else KLayout's can do is refused.

module LayoutObserver
  class Shape
    def method_missing(name, *_args)
      LayoutObserver.engine.refuse(name, "the method #{name} of single shapes")
    end

    def respond_to_missing?(*) = false

    attr_reader :origin # its layer's value, whether as drawn, its place there

    def from(*origin)
      @origin = origin
      self
    end

    def number(value)
      return value.to_s if value.is_a?(Integer)
      text = format("%.12g", value)
      text == "-0" ? "0" : text
    end

    def text_of(points) = points.map { |p| "#{number(p.x)},#{number(p.y)}" }.join(";")

    def box_of(points)
      xs, ys = points.map(&:x), points.map(&:y)
      Box.new(xs.min, ys.min, xs.max, ys.max)
    end

    def inspect = to_s
  end

  class PolygonShape < Shape
    attr_reader :contours

    def initialize(contours)
      @contours = contours
    end

    def bbox = box_of(@contours[0])
    def holes = @contours.size - 1
    def num_points = @contours.sum(&:size)
    def num_points_hull = @contours[0].size
    def each_point_hull(&block) = @contours[0].each(&block)
    def is_box? = holes == 0 && @contours[0].size == 4 && is_rectilinear?

    def is_rectilinear?
      @contours.all? { |c| c.each_with_index.all? { |p, i| p.x == c[i - 1].x || p.y == c[i - 1].y } }
    end

    def area
      @contours.each_with_index.sum do |c, i|
        own = c.each_with_index.sum { |p, k| c[k - 1].x * p.y - p.x * c[k - 1].y }.abs / 2.0
        i == 0 ? own : -own
      end
    end

    def perimeter
      @contours.sum { |c| c.each_with_index.sum { |p, i| Math.hypot(p.x - c[i - 1].x, p.y - c[i - 1].y) } }
    end

    def to_s = "(#{@contours.map { |c| text_of(c) }.join("/")})"
  end

  class EdgeShape < Shape
    attr_reader :p1, :p2

    def initialize(p1, p2)
      @p1, @p2 = p1, p2
    end

    def x1 = @p1.x
    def y1 = @p1.y
    def x2 = @p2.x
    def y2 = @p2.y
    def dx = x2 - x1
    def dy = y2 - y1
    def bbox = box_of([@p1, @p2])
    def length = Math.hypot(dx, dy)
    def dx_abs = dx.abs
    def dy_abs = dy.abs
    def to_s = "(#{text_of([@p1, @p2])})"
  end

  class PairShape < Shape
    attr_reader :first, :second

    def initialize(first, second)
      @first, @second = first, second
    end

    def bbox = box_of([@first.p1, @first.p2, @second.p1, @second.p2])
    def to_s = "#{@first}/#{@second}"
  end

  # The shapes of a layer one after another, fetched as they are needed. A block may forget the layer.
  class Shapes
    include Enumerable

    attr_reader :layer

    # Without a scale: KLayout's own object, whose shapes are as drawn.
    def initialize(layer, scale)
      @layer, @scale, @is_raw = layer, scale, scale.nil?
    end

    def each(&block)
      return enum_for(:each) unless block
      from = 0
      until (some = fetch(from)).empty?
        value = @layer.value
        some.each_with_index { |shape, i| shape.from(value, @is_raw, from + i) }
        from += some.size
        some.each(&block)
      end
      self
    end

    def fetch(from)
      values = @layer.ask("fetch", from, @is_raw)
      points = @scale ? ->(i) { Point.new(values[i] * @scale, values[i + 1] * @scale) } : ->(i) { Point.new(values[i], values[i + 1]) }
      edge = ->(i) { EdgeShape.new(points[i], points[i + 2]) }
      case @layer.kind
      when :edges then (0...values.size).step(4).map { |i| edge[i] }
      when :pairs then (0...values.size).step(8).map { |i| PairShape.new(edge[i], edge[i + 4]) }
      else polygons(values, points)
      end
    end

    def polygons(values, points)
      found = []
      at = 0
      while at < values.size
        contours = values[at]
        at += 1
        found << PolygonShape.new((0...contours).map do
          size = values[at]
          first = at + 1
          at = first + 2 * size
          (0...size).map { |i| points[first + 2 * i] }
        end)
      end
      found
    end

    def to_s = map(&:to_s).join(";")
    def is_empty? = size == 0
    def count = size

    def size(*args)
      args.empty? || LayoutObserver.engine.refuse(:size, "size of data with arguments")
      @layer.count
    end

    # One shape of a layer, or all of another's; the layer changes.
    def insert(item)
      engine = LayoutObserver.engine
      more = item.is_a?(Shapes) ? item.layer : Layer.new(engine, @layer.kind, Collected.new(@layer.kind).insert(item).value_in(engine))
      @is_raw && more.kind == @layer.kind || engine.refuse(:insert, "insert of other things into a layer")
      @layer.become(@layer + more)
      self
    end

    def method_missing(name, *_args)
      LayoutObserver.engine.refuse(name, "the method #{name} of data")
    end

    def respond_to_missing?(*) = false
  end

  # What decks make as RBA::Region.new, RBA::Edges.new and RBA::EdgePairs.new to put shapes of layers into.
  class Collected
    attr_reader :kind

    def initialize(kind)
      @kind, @places, @layers = kind, {}, []
      @made = Made.new(LayoutObserver.engine)
    end

    def insert(shape)
      take(shape) || LayoutObserver.engine.refuse(:RBA, "insert of other things than shapes that such a list takes")
      self
    end

    # Shapes of layers by their place, the others by their corners. False: the list does not take it.
    def take(shape)
      if shape.is_a?(Shape) && shape.origin && shape.is_a?({ region: PolygonShape, edges: EdgeShape, pairs: PairShape }[@kind])
        value, is_raw, place = shape.origin
        (@places[[value, is_raw]] ||= []) << place
        return true
      end
      layer = shape.is_a?(Collected) ? Layer.new(LayoutObserver.engine, shape) : shape
      return @made.take(@kind, shape) unless layer.is_a?(Layer)
      layer = layer.edges if @kind == :edges && layer.kind == :region
      @layers << layer if layer.kind == @kind
      layer.kind == @kind
    end

    # What a block of collect gives: one thing or several, and whatever is no shape for the layer is passed by.
    def gather(item) = item.is_a?(Array) ? item.each { |one| gather(one) } : take(item)

    def size = @places.sum { |_, places| places.size } + @made.size + @layers.sum(&:count)
    alias count size
    def is_empty? = size == 0

    # Whole numbers are database units, for lists as for layers.
    %i[sized merged extents edges holes hulls + - & | ^].each do |name|
      define_method(name) do |*args|
        args = args.map { |a| a.is_a?(Collected) ? Layer.new(LayoutObserver.engine, a) : a }
        args.all? { |a| a.is_a?(Layer) || a.is_a?(Integer) } || LayoutObserver.engine.refuse(:RBA, "#{name} with such arguments")
        Layer.new(LayoutObserver.engine, self).send(name, *args)
      end
    end

    def method_missing(name, *_args)
      LayoutObserver.engine.refuse(:RBA, "#{name} of an object of KLayout")
    end

    def respond_to_missing?(*) = false

    # As a value: shapes picked by their places.
    def value_in(engine)
      all = engine.empty(@kind)
      @places.each do |(value, is_raw), places|
        places.uniq.size == places.size || engine.refuse(:RBA, "insert of one shape several times")
        places.sort.each_slice(4000) { |some| all += Layer.new(engine, @kind, engine.value("pick", value, is_raw, *some)) }
      end
      all += @made.layer(@kind) if @made.size > 0
      @layers.inject(all) { |sum, layer| sum + layer }.value
    end
  end
end
