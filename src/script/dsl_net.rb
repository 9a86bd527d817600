# Connections between layers, and antennas. A layer is known by the value that it had when it was connected; which
# polygons of two layers meet is asked for once, when an antenna_check needs it first.

module LayoutObserver
  AreaAndPerimeter = Struct.new(:layer, :by_area, :by_perimeter)

  module Nets
    def area_only(layer) = AreaAndPerimeter.new(layer, 1.0, 0.0)
    def perimeter_only(layer, factor) = AreaAndPerimeter.new(layer, 0.0, factor_of(factor))
    def area_and_perimeter(layer, factor) = AreaAndPerimeter.new(layer, 1.0, factor_of(factor))

    def factor_of(factor)
      raise "The factor is not a number" unless factor.is_a?(Integer) || factor.is_a?(Float)
      factor.to_f
    end

    # A text is of the net of whatever has it, so one over two layers that are connected to it joins both. Texts that stand
    # beside the polygons of an input are members of that layer, if they are of the cell itself.
    def connect(first, second)
      sides = [[first, "First"], [second, "Second"]].map { |layer, which| members_of(:connect, layer, "#{which} argument") }
      return if sides[0][0].equal?(sides[1][0])
      raise "connect: texts are not connected with texts" if first.texts? && second.texts?
      sides[0].product(sides[1]) { |a, b| add_link(a, b) }
      nil
    end

    def connect_global(layer, name)
      members_of(:connect_global, layer, "Layer argument").each { |value| (@grounds ||= []) << [value, name.to_s] }
      nil
    end

    # Nets of the top cell, which in flat mode has all texts. Names of other cells are never looked at there.
    def connect_implicit(pattern, more = nil)
      raise "connect_implicit: the argument has to be a string" unless pattern.is_a?(String)
      more.nil? || refuse(:connect_implicit, "connect_implicit of some cells")
      was_deep? && refuse(:connect_implicit, "connect_implicit in deep mode")
      begin_names
      (@patterns ||= []) << pattern
      nil
    end

    # KLayout 0.28.5 takes it with a pattern of cells alone.
    def connect_explicit(cells, names = nil)
      cells, names = nil, cells if names.nil?
      fits = names.is_a?(Array) && names.all?(String) && (cells.nil? || cells.is_a?(String))
      fits || raise("connect_explicit: the argument has to be an array of strings")
      cells.nil? || ["*", source.cell_name].include?(cells) || refuse(:connect_explicit, "connect_explicit of some cells")
      was_deep? && refuse(:connect_explicit, "connect_explicit in deep mode")
      begin_names
      (@joined ||= []) << names
      nil
    end

    # As KLayout has it: behind an antenna_check names begin anew, and so do the connections.
    def begin_names
      clear_connections if @has_nets
    end

    def clear_connections
      @connected = @links = @grounds = @patterns = @joined = @has_nets = nil
    end

    def members_of(method, layer, which)
      raise "#{which} must be a layer" unless layer.is_a?(Layer)
      return [connected(layer.value)] if layer.texts?
      layer.need(method, :region)
      @own_texts ||= {}.compare_by_identity
      texts = @own_texts[layer.value] ||= layer.own_texts || :none
      return [connected(layer.value)] if texts == :none
      [connected(layer.value), connected(texts)].tap { |members| add_link(*members) }
    end

    def connected(value)
      @has_nets = nil
      value.keep
      (@connected ||= []) << value unless (@connected || []).any? { |v| v.equal?(value) }
      value
    end

    def add_link(first, second)
      @meetings ||= {}.compare_by_identity
      of_first = @meetings[first] ||= {}.compare_by_identity
      of_first[second] ||= value("connect", first, second)
      (@links ||= []) << [of_first[second], first, second]
    end

    def place_of(method, layer, what)
      raise "#{what} must be a layer" unless layer.is_a?(Layer)
      layer.need(method, :region)
      place = (@connected || []).index { |v| v.equal?(layer.value) }
      place || raise("'#{method}': #{what} is no layer of the connections")
    end

    def side_of(layer, what)
      layer = AreaAndPerimeter.new(layer, 1.0, 0.0) unless layer.is_a?(AreaAndPerimeter)
      [place_of(:antenna_check, layer.layer, what), layer.by_area, layer.by_perimeter]
    end

    def antenna_check(gate, metal, ratio, *args)
      raise "Ratio argument is not a number" unless ratio.is_a?(Integer) || ratio.is_a?(Float)
      gate, metal = side_of(gate, "The gate"), side_of(metal, "The metal")
      @has_nets = true
      labels, diodes = args.partition { |a| a.is_a?(Layer) && a.texts? }
      diodes = diodes.map { |d| diode_of(d) }
      later? && !labels.empty? && refuse(:antenna_check, "labels of antennas in a run of some categories")
      request = [gate[0], metal[0], *gate[1..], *metal[1..], ratio.to_f, !labels.empty?, diodes.size, *diodes.flatten,
                 *connections]
      return Layer.new(self, :region, value("antenna_check", *request)) if labels.empty?
      number, *numbers = @wire.ask("antenna_check", *request.map { |a| a.is_a?(Value) ? a.number : a })
      labels.last.tell_antennas(antenna_texts(numbers, gate, metal, ratio.to_f, diodes))
      Layer.new(self, :region, Value.made(self, number))
    end

    def diode_of(diode)
      raise "Diode specification pair expects two elements" if diode.is_a?(Array) && diode.size != 2
      layer, factor = diode
      [place_of(:antenna_check, layer, "The diode"), factor.to_f]
    end

    # Layers, links and grounds, as the engine has them.
    def connections
      place = ->(value) { @connected.index { |v| v.equal?(value) } }
      names = (@grounds || []).map(&:last).uniq
      links = (@links || []).flat_map { |meetings, a, b| [meetings, place[a], place[b]] }
      grounds = (@grounds || []).flat_map { |value, name| [place[value], names.index(name)] }
      joined = (@joined || []).flat_map { |list| [list.size, *list] }
      [@connected.size, *@connected, links.size / 3, *links, names.size, *names, grounds.size / 2, *grounds,
       (@patterns || []).size, *@patterns, (@joined || []).size, *joined]
    end

    # What KLayout writes beside each net: x, y and the text.
    def antenna_texts(numbers, gate, metal, ratio, diodes)
      numbers.each_slice(9 + diodes.size).flat_map do |x, y, *values|
        gate_area, gate_perimeter, metal_area, metal_perimeter, gate_sum, metal_sum, limit, *areas = values
        said = side_words("gate", gate, gate_area, gate_perimeter, gate_sum)
        said += side_words("metal", metal, metal_area, metal_perimeter, metal_sum)
        said += [["adiodes", areas], ["diode_factors", diodes.map(&:last)]] unless diodes.empty?
        said << ["ratio", metal_sum / gate_sum]
        said << ["max_ratio_eff", limit] if ratio > 1e-10 && (limit / ratio - 1).abs >= 1e-10
        said << ["max_ratio", ratio] if ratio > 1e-10
        [x, y, said.map { |name, value| "#{name}: #{Array(value).map { |v| format("%.12g", v) }.join(",")}" }.join(", ")]
      end
    end

    def side_words(name, side, area, perimeter, sum)
      return [["a#{name}", sum]] if side[1..] == [1.0, 0.0]
      said = []
      said += [["a#{name}", area], ["a#{name}_factor", side[1]]] if side[1] != 0
      said += [["p#{name}", perimeter], ["p#{name}_factor", side[2]]] if side[2] != 0
      said << ["a#{name}_eff", sum]
    end
  end
end

# Shares of tiles, as with_density asks for them.
module LayoutObserver
  TileSize = Struct.new(:x, :y)
  TileStep = Struct.new(:x, :y)
  TileOrigin = Struct.new(:x, :y)
  TileCount = Struct.new(:x, :y)
  TileBoundary = Struct.new(:layer)
  Padding = Struct.new(:skips_outside)

  module Tiles
    def tile_size(x, y = x) = TileSize.new(dbu_of(x), dbu_of(y))
    def tile_step(x, y = x) = TileStep.new(dbu_of(x), dbu_of(y))
    def tile_origin(x, y) = TileOrigin.new(dbu_of(x), dbu_of(y))
    def tile_count(x, y) = TileCount.new(x.to_i, y.to_i)
    def padding_zero = Padding.new(false)
    def padding_ignore = Padding.new(true)

    def tile_boundary(layer)
      raise "'tile_boundary' requires a layer argument" unless layer.is_a?(Layer)
      layer.need(:tile_boundary, :region)
      TileBoundary.new(layer)
    end
  end

  # The words among the arguments of with_density.
  class DensityWords
    WORDS = [TileSize, TileStep, TileOrigin, TileCount, TileBoundary, Padding].freeze

    def initialize(engine, name, args)
      @engine, @name = engine, name
      @words = {}
      args.each_with_index { |a, i| take(a, i) }
      raise "At least the tile_size option needs to be present" unless @words[TileSize]
      @words[TileStep] ||= @words[TileSize]
      check_sizes
    end

    def take(word, place)
      case word
      when *WORDS then @words[word.class] = word
      when Range
        raise "Either a range or two limits have to be specified, not both" if @limits
        @limits = [word.begin, word.end]
      when Integer, Float, nil
        raise "Too many values specified" if @limits && @limits.size > 1
        (@limits ||= []) << word
      else raise "Parameter ##{place + 1} is of unexpected type"
      end
    end

    def check_sizes
      size, step = @words[TileSize], @words[TileStep]
      raise "Tiles need a size and a step above zero" unless [size.x, size.y, step.x, step.y].all?(&:positive?)
      odd = [size.x - step.x, size.y - step.y].any?(&:odd?)
      odd && @engine.refuse(@name, "tiles whose size and step differ by an odd number of database units")
    end

    # Behind the layer, as the engine has them.
    def to_wire(layer, is_inverse)
      size, step = @words[TileSize], @words[TileStep]
      origin, count, boundary = @words[TileOrigin], @words[TileCount], @words[TileBoundary]
      low, high = @limits
      drawn = [layer, boundary&.layer].compact.filter_map(&:drawn).flat_map { |cell, *layers| [[cell], layers] }
      texts = drawn.empty? ? @engine.empty_texts : @engine.value("labels", drawn[0][0], *drawn.each_slice(2).flat_map(&:last))
      [boundary ? boundary.layer.value : layer.value, boundary ? true : false, texts, size.x, size.y, step.x, step.y,
       origin ? true : false, *(origin || [0, 0]), count ? true : false, *(count || [0, 0]), (low || 0).to_f,
       (high || 1).to_f, is_inverse, (@words[Padding] || Padding.new(false)).skips_outside]
    end
  end
end
