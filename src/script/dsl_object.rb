# Objects that decks make or change by themselves: points, boxes, polygons, edges and transformations, as KLayout's of
# these names. Whole numbers are database units, others micrometres, as KLayout keeps them in classes of their own.

module LayoutObserver
  # Mirrored at the x axis, then magnified and turned, then moved.
  class Trans
    attr_reader :mag, :angle, :mirror, :dx, :dy

    def initialize(mag = 1.0, angle = 0.0, mirror = false, dx = 0.0, dy = 0.0)
      @mag, @angle, @mirror, @dx, @dy = mag.to_f, angle.to_f % 360, mirror, dx.to_f, dy.to_f
    end

    # The numbers of KLayout's forms: a magnification or a vector alone, or all of them.
    def self.read(args)
      return new if args.empty?
      return new(1.0, 0.0, false, args[0].x, args[0].y) if args.size == 1 && args[0].is_a?(Point)
      if args.size == 1 && args[0].is_a?(Trans)
        t = args[0]
        return new(t.mag, t.angle, t.mirror, t.dx, t.dy)
      end
      mag, angle, mirror, dx, dy = args
      dx, dy = dx.x, dx.y if dx.is_a?(Point)
      fits = args.size <= 5 && mag.is_a?(Numeric) && [angle || 0, dx || 0, dy || 0].all?(Numeric)
      fits || LayoutObserver.engine.refuse(:RBA, "a transformation with such arguments")
      raise ArgumentError, "a magnification must be greater than 0" unless mag > 0
      new(mag, angle || 0, mirror ? true : false, dx || 0, dy || 0)
    end

    def self.simple(args)
      return read(args) if args.empty? || !args[0].is_a?(Integer)
      args.size > 1 && LayoutObserver.engine.refuse(:RBA, "a transformation with such arguments")
      new(1.0, args[0] < 4 ? 90 * args[0] : 90 * (args[0] - 4), args[0] >= 4)
    end

    def of(x, y)
      y = -y if @mirror
      quarters = @angle / 90
      c, s = quarters == quarters.round ? [[1, 0], [0, 1], [-1, 0], [0, -1]][quarters.round % 4]
                                        : [Math.cos(@angle * Math::PI / 180), Math.sin(@angle * Math::PI / 180)]
      [@mag * (c * x - s * y) + @dx, @mag * (s * x + c * y) + @dy]
    end

    # This one behind the other; or a point, or a shape, with it.
    def *(other)
      return other.transformed(self) unless other.is_a?(Trans)
      x, y = of(other.dx, other.dy)
      Trans.new(@mag * other.mag, @mirror ? @angle - other.angle : @angle + other.angle, @mirror != other.mirror, x, y)
    end

    def number(value)
      text = format("%.12g", value)
      text == "-0" ? "0" : text
    end

    def to_s = "#{@mirror ? "m#{number(@angle / 2)}" : "r#{number(@angle)}"} *#{number(@mag)} #{number(@dx)},#{number(@dy)}"
    alias inspect to_s

    def method_missing(name, *_args) = LayoutObserver.engine.refuse(:RBA, "#{name} of a transformation")
    def respond_to_missing?(*) = false
  end

  # What a transformation makes of micrometres and database units.
  class DoubleTrans < Trans
    def out(value, _is_dbu) = value.to_f
  end

  class ToDbuTrans < Trans
    def out(value, _is_dbu) = value.round(half: :up)
  end

  class Trans
    def out(value, is_dbu) = is_dbu ? value.round(half: :up) : value
  end

  class Point
    def transformed(t)
      moved = t.of(x, y)
      Point.new(*moved.map { |v| t.out(v, x.is_a?(Integer)) })
    end

    def +(other) = Point.new(x + other.x, y + other.y)
    def -(other) = Point.new(x - other.x, y - other.y)
    def to_s = "#{x},#{y}"
  end

  class Box
    def is_dbu? = left.is_a?(Integer)
    def enlarged(dx, dy = dx) = Box.new(left - dx, bottom - dy, right + dx, top + dy)
    def moved(dx, dy) = Box.new(left + dx, bottom + dy, right + dx, top + dy)
    def center = Point.new((left + right) / 2, (bottom + top) / 2)
    def area = width * height

    def transformed(t)
      moved = points.map { |p| p.transformed(t) }
      Box.new(moved.map(&:x).min, moved.map(&:y).min, moved.map(&:x).max, moved.map(&:y).max)
    end

    def contours = [points]
  end

  class Polygon
    def contours = [points]
    def bbox = PolygonShape.new(contours).bbox
    def transformed(t) = PolygonShape.new(contours).transformed(t)
  end

  class PolygonShape
    def transformed(t) = PolygonShape.new(@contours.map { |c| c.map { |p| p.transformed(t) } })
    def moved(dx, dy) = PolygonShape.new(@contours.map { |c| c.map { |p| Point.new(p.x + dx, p.y + dy) } })
    def points = @contours[0]
  end

  class EdgeShape
    def transformed(t) = EdgeShape.new(@p1.transformed(t), @p2.transformed(t))
    def moved(dx, dy) = EdgeShape.new(*[@p1, @p2].map { |p| Point.new(p.x + dx, p.y + dy) })
  end

  class PairShape
    def transformed(t)
      made = PairShape.new(@first.transformed(t), @second.transformed(t))
      made.like = like || (origin && origin[0])
      made
    end

    attr_accessor :like # pairs whose order, or lack of one, it has
  end

  Path = Struct.new(:points, :width, :begin_ext, :end_ext)

  # Shapes that a deck made, on their way to the engine: in database units.
  class Made
    def initialize(engine)
      @engine = engine
      @waiting = { region: [], edges: [], pairs: [] }
      @size = 0
    end

    attr_reader :size

    def whole(value)
      return value if value.is_a?(Integer)
      scaled = value / @engine.dbu
      scaled < 0 ? -(0.5 - scaled).floor : (0.5 + scaled).floor
    end

    def of_points(points) = points.flat_map { |p| [whole(p.x), whole(p.y)] }

    # Clockwise around a hull, the other way around a hole.
    def edges_of(contours)
      contours.each_with_index.flat_map do |points, i|
        area = points.each_with_index.sum { |p, k| points[k - 1].x * p.y - p.x * points[k - 1].y }
        ring = (area > 0) == (i == 0) ? points.reverse : points
        ring.each_with_index.map { |p, k| [p, ring[(k + 1) % ring.size]] }
      end
    end

    # False: nothing that such a layer takes.
    def take(kind, item)
      case [kind, item]
      in [:region, Box | Polygon | PolygonShape]
        put(kind, [item.contours.size, *item.contours.flat_map { |c| [c.size, *of_points(c)] }])
      in [:edges, Box | Polygon | PolygonShape] then edges_of(item.contours).each { |e| put(kind, of_points(e)) }
      in [:edges, EdgeShape] then put(kind, of_points([item.p1, item.p2]))
      in [:pairs, PairShape]
        @like = item.like || (item.origin && item.origin[0]) || @like
        put(kind, of_points([item.first.p1, item.first.p2, item.second.p1, item.second.p2]))
      else return false
      end
      true
    end

    def put(kind, numbers)
      numbers.size > 4000 && @engine.refuse(:insert, "a polygon of more than 2000 corners")
      @waiting[kind] << numbers
      @size += 1
    end

    # A layer of all of them.
    def layer(kind)
      frames = []
      @waiting[kind].each do |numbers|
        frames << [] if frames.empty? || frames[-1].size + numbers.size > 4000
        frames[-1].concat(numbers)
      end
      frames.inject(@engine.empty(kind)) do |all, some|
        all + Layer.new(@engine, kind, @engine.value("put", Layer::KINDS.index(kind), @like || -1, *some))
      end
    end
  end
end
