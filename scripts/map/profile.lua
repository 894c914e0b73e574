-- Reads OpenStreetMap tags into the layers and attributes of data/map/schema.ts.
-- Runs with tilemaker 2 (the element is an argument) and tilemaker 3 (its methods are global functions).

node_keys = { "amenity", "barrier", "highway", "man_made", "place", "railway", "vending" }
way_keys = {
  "amenity", "barrier", "boundary", "highway", "landuse", "leisure", "natural", "railway", "waterway"
}

local element

local function find(key)
  if element then return element:Find(key) end
  return Find(key)
end
local function layer(name, is_area)
  if element then element:Layer(name, is_area) else Layer(name, is_area) end
end
local function centre_layer(name)
  if element then element:LayerAsCentroid(name) else LayerAsCentroid(name) end
end
local function attribute(key, value, zoom)
  if element then element:Attribute(key, value, zoom or 0) else Attribute(key, value, zoom or 0) end
end
local function flag(key)
  if element then element:AttributeBoolean(key, true) else AttributeBoolean(key, true) end
end
local function number(key, value)
  if element then element:AttributeNumeric(key, value) else AttributeNumeric(key, value) end
end
local function from_zoom(zoom)
  if element then element:MinZoom(zoom) else MinZoom(zoom) end
end
local function order(value)
  if element then element:ZOrder(value) else ZOrder(value) end
end
local function is_closed()
  if element then return element:IsClosed() end
  return IsClosed()
end
-- Square metres.
local function area()
  if element then return element:Area() end
  return Area()
end

local function set(values)
  local result = {}
  for _, value in ipairs(values) do result[value] = true end
  return result
end

local function name_from(zoom)
  local name = find("name")
  if name ~= "" then attribute("name", name, zoom) end
end

local DOG_VALUES = set { "yes", "leashed", "unleashed", "no" }
local function dog()
  local value = find("dog")
  if DOG_VALUES[value] then attribute("dog", value) end
end

-- The zoom level from which an area of this many square metres covers more than a few pixels.
local function zoom_of_area(square_metres)
  if square_metres > 20000000 then return 8 end
  if square_metres > 4000000 then return 9 end
  if square_metres > 1000000 then return 10 end
  if square_metres > 200000 then return 11 end
  if square_metres > 40000 then return 12 end
  if square_metres > 4000 then return 13 end
  return 14
end

-- Tagged points: taps, toilets, bins, gates, places.

local function poi_kind()
  local amenity = find("amenity")
  if amenity == "drinking_water" or (amenity == "water_point" and find("drinking_water") ~= "no") then
    return "water"
  end
  if find("man_made") == "water_tap" and find("drinking_water") ~= "no" then return "water" end
  if amenity == "toilets" then return "toilets" end
  if amenity == "waste_basket" then return "bin" end
  if amenity == "vending_machine" and find("vending") == "excrement_bags" then return "bags" end
  if amenity == "parking" and find("parking") ~= "underground" and find("parking") ~= "street_side" then
    return "parking"
  end
  if amenity == "veterinary" then return "vet" end
  if amenity == "bench" then return "bench" end
  local railway = find("railway")
  if railway == "station" or railway == "halt" then return "station" end
  return nil
end

local HIDDEN_ACCESS = set { "private", "no", "customers" }
local POI_ZOOMS = { station = 13, parking = 14, vet = 13 }

local function poi(put)
  local kind = poi_kind()
  if not kind or (HIDDEN_ACCESS[find("access")] and kind ~= "vet" and kind ~= "station") then return end
  put("poi")
  from_zoom(POI_ZOOMS[kind] or 14)
  attribute("kind", kind)
  if kind == "station" or kind == "vet" then name_from(0) end
end

local GATES = set {
  "gate", "kissing_gate", "lift_gate", "swing_gate", "wicket_gate", "hampshire_gate", "sliding_gate", "stile",
  "cattle_grid", "turnstile", "full-height_turnstile"
}
local BOLLARDS = set { "bollard", "cycle_barrier", "block", "motorcycle_barrier" }

local PLACES = {
  city = { "city", 1, 8 },
  town = { "town", 3, 8 },
  suburb = { "suburb", 5, 11 },
  village = { "locality", 5, 11 },
  hamlet = { "locality", 7, 12 },
  locality = { "locality", 8, 13 }
}

local function point_object(object)
  element = object
  poi(function(name) layer(name, false) end)
  local barrier = find("barrier")
  local kind = (GATES[barrier] and "gate") or (BOLLARDS[barrier] and "bollard")
  if kind then
    layer("barrier", false)
    attribute("kind", kind)
  end
  local place = PLACES[find("place")]
  if place and find("name") ~= "" then
    layer("place", false)
    from_zoom(place[3])
    attribute("kind", place[1])
    attribute("name", find("name"))
    number("rank", place[2])
  end
end

-- Roads, paths and rail.

-- Kind, zoom level it is drawn from, zoom level of its name, place in the drawing order.
local HIGHWAYS = {
  motorway = { "motorway", 8, 11, 12 },
  motorway_link = { "motorway", 11, 14, 11 },
  trunk = { "trunk", 8, 11, 10 },
  trunk_link = { "trunk", 11, 14, 9 },
  primary = { "primary", 9, 12, 8 },
  primary_link = { "primary", 12, 14, 7 },
  secondary = { "secondary", 10, 12, 6 },
  secondary_link = { "secondary", 12, 14, 6 },
  tertiary = { "tertiary", 11, 13, 5 },
  tertiary_link = { "tertiary", 12, 14, 5 },
  unclassified = { "minor", 12, 13, 4 },
  residential = { "minor", 12, 13, 4 },
  living_street = { "minor", 13, 14, 4 },
  road = { "minor", 13, 14, 4 },
  service = { "service", 14, 14, 3 },
  track = { "track", 12, 13, 2 },
  path = { "path", 12, 13, 2 },
  bridleway = { "path", 12, 13, 2 },
  pedestrian = { "footway", 13, 14, 2 },
  footway = { "footway", 13, 14, 1 },
  cycleway = { "cycleway", 13, 14, 2 },
  steps = { "steps", 13, 14, 2 }
}
local MINOR_SERVICE = set { "driveway", "parking_aisle", "drive-through", "emergency_access" }
local SIDE_FOOTWAYS = set { "sidewalk", "crossing", "traffic_island" }
local PRIVATE = set { "private", "no" }
local RAILWAYS = { rail = "rail", narrow_gauge = "rail", light_rail = "tram", tram = "tram", subway = "rail" }
local SIDINGS = set { "yard", "siding", "spur", "crossover" }

local function structures()
  local bridge, tunnel = find("bridge"), find("tunnel")
  if bridge ~= "" and bridge ~= "no" then flag("bridge") end
  if (tunnel ~= "" and tunnel ~= "no") or find("covered") == "yes" then flag("tunnel") end
end

local function road()
  local class = HIGHWAYS[find("highway")]
  if not class or (find("area") == "yes" and is_closed()) then return end
  local zoom, name_zoom = class[2], class[3]
  if (class[1] == "service" and MINOR_SERVICE[find("service")]) or SIDE_FOOTWAYS[find("footway")] then
    zoom = 14
  end
  layer("road", false)
  from_zoom(zoom)
  order(class[4])
  attribute("kind", class[1])
  if not SIDE_FOOTWAYS[find("footway")] then name_from(name_zoom) end
  structures()
  local foot = find("foot")
  if PRIVATE[find("access")] and (foot == "" or PRIVATE[foot]) then flag("private") end
  if find("dog") == "no" then attribute("dog", "no") end
end

local function railway()
  local kind = RAILWAYS[find("railway")]
  if not kind then return end
  layer("road", false)
  from_zoom(SIDINGS[find("service")] and 14 or (kind == "rail" and 10 or 12))
  attribute("kind", kind)
  structures()
end

-- Areas.

local GREEN_LEISURE = {
  park = "park", garden = "park", recreation_ground = "park", common = "park",
  dog_park = "dog_park", playground = "playground", pitch = "pitch", track = "pitch",
  nature_reserve = "reserve", golf_course = "golf"
}
local GREEN_LANDUSE = {
  recreation_ground = "park", village_green = "park", grass = "grass", meadow = "grass",
  forest = "wood", cemetery = "cemetery"
}
local GREEN_NATURAL = { wood = "wood", scrub = "scrub", heath = "scrub", grassland = "grass" }
local GREEN_BOUNDARY = { national_park = "reserve", protected_area = "reserve" }
local BUILT = {
  residential = "residential", commercial = "commercial", retail = "commercial", industrial = "industrial"
}

local function green()
  local kind = GREEN_LEISURE[find("leisure")] or GREEN_BOUNDARY[find("boundary")] or
    GREEN_LANDUSE[find("landuse")] or GREEN_NATURAL[find("natural")]
  -- The common grave yard at a church is small and has no landuse.
  if not kind and find("amenity") == "grave_yard" then kind = "cemetery" end
  if not kind then return end
  if find("leisure") == "garden" and (HIDDEN_ACCESS[find("access")] or find("garden:type") == "residential") then
    return
  end
  local zoom = zoom_of_area(area())
  layer("green", true)
  from_zoom(zoom)
  attribute("kind", kind)
  if kind ~= "grass" and kind ~= "pitch" and kind ~= "scrub" and kind ~= "playground" then
    name_from(math.min(14, zoom + 1))
  end
  dog()
end

-- Square metres. Smaller pools are in back gardens.
local MIN_POOL = 250

local function water_kind()
  local natural, landuse, leisure = find("natural"), find("landuse"), find("leisure")
  if find("waterway") == "riverbank" or find("waterway") == "dock" then return "river" end
  if natural == "wetland" then return "wetland" end
  if leisure == "swimming_pool" then
    if area() < MIN_POOL then return nil end
    return "pool"
  end
  if natural == "water" then
    local water = find("water")
    if water == "river" or water == "canal" or water == "stream" or water == "oxbow" then return "river" end
    return "lake"
  end
  if landuse == "reservoir" or landuse == "basin" then return "lake" end
  return nil
end

local function water()
  local kind = water_kind()
  if not kind then return end
  local zoom = zoom_of_area(area())
  layer("water", true)
  from_zoom(zoom)
  attribute("kind", kind)
  if kind == "lake" or kind == "river" then name_from(math.min(14, zoom + 1)) end
end

local WATERWAYS = {
  river = { "river", 10 }, canal = { "canal", 12 }, stream = { "stream", 13 }, drain = { "canal", 14 }
}

local function waterway()
  local class = WATERWAYS[find("waterway")]
  if not class or find("tunnel") == "culvert" or find("tunnel") == "yes" then return end
  layer("waterway", false)
  from_zoom(class[2])
  attribute("kind", class[1])
  if class[1] ~= "canal" then name_from(13) end
end

local BARRIERS = {
  fence = "fence", guard_rail = "fence", wall = "wall", city_wall = "wall", retaining_wall = "wall",
  hedge = "hedge"
}

local function barrier()
  local value = find("barrier")
  local kind = BARRIERS[value] or (GATES[value] and "gate") or (BOLLARDS[value] and "bollard")
  if not kind then return end
  if kind == "gate" or kind == "bollard" then
    centre_layer("barrier")
  else
    layer("barrier", false)
  end
  attribute("kind", kind)
end

local function way_object(object)
  element = object
  road()
  railway()
  waterway()
  barrier()
  if is_closed() then
    green()
    water()
    if find("natural") == "beach" then
      layer("beach", true)
      from_zoom(math.max(11, zoom_of_area(area())))
      name_from(13)
      dog()
    end
    local built = BUILT[find("landuse")]
    if built then
      layer("built", true)
      from_zoom(math.max(11, zoom_of_area(area())))
      attribute("kind", built)
    end
    poi(centre_layer)
  end
end

function init_function() end
function exit_function() end
function attribute_function(attributes) return attributes end
function node_function(object) point_object(object) end
function way_function(object) way_object(object) end
