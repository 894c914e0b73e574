import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOSMStream } from 'osm-pbf-parser-node'
import { bearingDegrees } from '../../data/geo/earth.ts'
import { distanceMetres, roundCoordinate } from '../../data/model/point.ts'
import type { LatLng } from '../../data/model/point.ts'

/**
 * A routing service on the real streets of an OpenStreetMap extract, with the part of OSRM's HTTP API that
 * the product uses.
 */
export interface StreetRouter {
  readonly url: string
  /** Number of reachable junctions and bends, by profile. */
  readonly places: Readonly<Record<Profile, number>>
  /** Requested paths, in order. */
  readonly asked: string[]
  /** Whether each point of a line is a bend or junction of a street that is open to the profile. */
  isOnStreets(profile: Profile, line: readonly (readonly [longitude: number, latitude: number])[]): boolean
  close(): Promise<void>
}

const PROFILES = ['car', 'foot', 'bike'] as const
export type Profile = (typeof PROFILES)[number]

type Tags = Readonly<Record<string, string>>
interface Way {
  id: number
  refs: number[]
  tags?: Tags
}
interface Node extends LatLng {
  id: number
}
interface Edge {
  from: Node
  to: Node
  name: string
  metres: number
  seconds: number
}

/** Speeds in kilometres per hour. */
const SPEEDS: Readonly<Record<Profile, (highway: string) => number | undefined>> = {
  car: (highway) =>
    ({ primary: 45, secondary: 40, tertiary: 35, unclassified: 30, residential: 30, service: 15 })[highway],
  foot: (highway) =>
    ['construction', 'motorway', 'trunk'].includes(highway) ? undefined : highway === 'steps' ? 2 : 4.8,
  bike: (highway) =>
    ['construction', 'motorway', 'trunk', 'steps', 'footway'].includes(highway) ? undefined : 15,
}
/** A point farther than this from every street is not matched. Metres. */
const MAX_STREET_DISTANCE_METRES = 400
/** Cost factor for streets of the first route when looking for an alternative. */
const ALTERNATIVE_COST_FACTOR = 1.6

async function readStreets(path: string): Promise<{ nodes: Map<number, Node>; ways: Way[] }> {
  const nodes = new Map<number, Node>()
  const ways: Way[] = []
  for await (const item of createOSMStream(path) as AsyncIterable<
    Way & { type?: string; lat: number; lon: number }
  >) {
    if (item.type === 'node') nodes.set(item.id, { id: item.id, latitude: item.lat, longitude: item.lon })
    else if (item.type === 'way' && item.tags?.['highway']) ways.push(item)
  }
  return { nodes, ways }
}

type Graph = Map<Node, Edge[]>

function graphOf({ nodes, ways }: Awaited<ReturnType<typeof readStreets>>, profile: Profile): Graph {
  const graph: Graph = new Map()
  const addEdge = (from: Node, to: Node, name: string, speed: number) => {
    const metres = distanceMetres(from, to)
    const edges = graph.get(from) ?? []
    edges.push({ from, to, name, metres, seconds: (metres / 1000 / speed) * 3600 })
    graph.set(from, edges)
    if (!graph.has(to)) graph.set(to, [])
  }
  for (const { refs, tags = {} } of ways) {
    const speed = SPEEDS[profile](tags['highway']!)
    if (
      speed === undefined ||
      tags['access'] === 'no' ||
      (profile !== 'foot' && tags['access'] === 'private')
    )
      continue
    const oneWay = profile !== 'foot' && (tags['oneway'] === 'yes' || tags['junction'] === 'roundabout')
    for (let at = 1; at < refs.length; at++) {
      const [from, to] = [nodes.get(refs[at - 1]!), nodes.get(refs[at]!)]
      // Ways continue beyond the edge of the extract, where nodes are missing.
      if (!from || !to) continue
      addEdge(from, to, tags['name'] ?? '', speed)
      if (!oneWay) addEdge(to, from, tags['name'] ?? '', speed)
    }
  }
  return graph
}

/**
 * The largest strongly connected part of a graph, so that dead ends and isolated paths at the edge are never
 * chosen as a start.
 */
function mainPart(graph: Graph): Graph {
  const back: Graph = new Map([...graph.keys()].map((node) => [node, []]))
  for (const edges of graph.values())
    for (const edge of edges) back.get(edge.to)!.push({ ...edge, from: edge.to, to: edge.from })
  const reach = (from: Node, along: Graph) => {
    const seen = new Set([from])
    for (const node of seen) for (const { to } of along.get(node)!) seen.add(to)
    return seen
  }
  let largest = new Set<Node>()
  const remaining = new Set(graph.keys())
  for (const node of remaining) {
    const reaching = reach(node, back)
    const part = new Set([...reach(node, graph)].filter((member) => reaching.has(member)))
    if (part.size > largest.size) largest = part
    for (const member of part) remaining.delete(member)
  }
  return new Map([...largest].map((node) => [node, graph.get(node)!.filter(({ to }) => largest.has(to))]))
}

/**
 * Dijkstra's algorithm: the quickest path; `undefined` if there is none. `weigh` gives the cost of an edge.
 */
function quickest(graph: Graph, start: Node, end: Node, weigh: (edge: Edge) => number): Edge[] | undefined {
  const cost = new Map<Node, number>([[start, 0]])
  const arrivedBy = new Map<Node, Edge>()
  const open = new Set([start])
  const done = new Set<Node>()
  while (open.size > 0) {
    const here = [...open].reduce((best, node) => (cost.get(node)! < cost.get(best)! ? node : best))
    if (here === end) break
    open.delete(here)
    done.add(here)
    for (const edge of graph.get(here)!) {
      const reached = cost.get(here)! + weigh(edge)
      if (done.has(edge.to) || reached >= (cost.get(edge.to) ?? Infinity)) continue
      cost.set(edge.to, reached)
      arrivedBy.set(edge.to, edge)
      open.add(edge.to)
    }
  }
  if (!cost.has(end)) return undefined
  const chain: Edge[] = []
  for (let at = end; at !== start; at = chain[0]!.from) chain.unshift(arrivedBy.get(at)!)
  return chain
}

/** OSRM's modifier for a change of direction, degrees clockwise. */
function turn(degrees: number): string {
  const bend = ((degrees + 540) % 360) - 180
  const side = bend < 0 ? 'left' : 'right'
  const size = Math.abs(bend)
  return size < 20
    ? 'straight'
    : size < 60
      ? `slight ${side}`
      : size < 120
        ? side
        : size < 170
          ? `sharp ${side}`
          : 'uturn'
}

const sum = (edges: readonly Edge[], what: 'metres' | 'seconds') =>
  edges.reduce((total, edge) => total + edge[what], 0)
const pair = ({ longitude, latitude }: LatLng) => [longitude, latitude]

/** Converts edges to an OSRM route with one step per street. */
function routeOf(edges: readonly Edge[]) {
  const streets: Edge[][] = []
  for (const edge of edges) {
    const street = streets.at(-1)
    if (street && street[0]!.name === edge.name) street.push(edge)
    else streets.push([edge])
  }
  const steps = streets.map((street, at) => {
    const last = streets[at - 1]?.at(-1)
    const maneuver = last
      ? {
          type: 'turn',
          modifier: turn(bearingDegrees(street[0]!.from, street[0]!.to) - bearingDegrees(last.from, last.to)),
        }
      : { type: 'depart' }
    return {
      distance: sum(street, 'metres'),
      duration: sum(street, 'seconds'),
      name: street[0]!.name,
      maneuver,
    }
  })
  const longest = streets.toSorted((one, other) => sum(other, 'metres') - sum(one, 'metres'))
  const legs = [
    {
      summary: [...new Set(longest.map((street) => street[0]!.name).filter(Boolean))].slice(0, 2).join(', '),
      steps: [...steps, { distance: 0, duration: 0, name: '', maneuver: { type: 'arrive' } }],
    },
  ]
  return {
    distance: sum(edges, 'metres'),
    duration: sum(edges, 'seconds'),
    legs,
    geometry: { type: 'LineString', coordinates: [pair(edges[0]!.from), ...edges.map(({ to }) => pair(to))] },
  }
}

/** Starts the service locally with the extract at `path`. */
export async function startStreetRouter(path: string): Promise<StreetRouter> {
  const streets = await readStreets(path)
  const graphs = Object.fromEntries(
    PROFILES.map((profile) => [profile, mainPart(graphOf(streets, profile))]),
  ) as Record<Profile, Graph>
  const asked: string[] = []

  function answer(
    profile: Profile,
    ends: readonly LatLng[],
    alternatives: number,
  ): { status: number; body: unknown } {
    const graph = graphs[profile]
    const [start, end] = ends.map((place) => {
      const nearest = [...graph.keys()].reduce((best, node) =>
        distanceMetres(node, place) < distanceMetres(best, place) ? node : best,
      )
      return distanceMetres(nearest, place) <= MAX_STREET_DISTANCE_METRES ? nearest : undefined
    })
    if (!start || !end)
      return {
        status: 400,
        body: { code: 'NoSegment', message: 'Could not find a matching segment for coordinate' },
      }
    const best = start === end ? undefined : quickest(graph, start, end, ({ seconds }) => seconds)
    if (!best) return { status: 400, body: { code: 'NoRoute', message: 'Impossible route between points' } }
    const used = new Set(best)
    const other =
      alternatives > 0
        ? quickest(graph, start, end, (edge) => edge.seconds * (used.has(edge) ? ALTERNATIVE_COST_FACTOR : 1))
        : undefined
    const differs = other?.some((edge) => !used.has(edge))
    return {
      status: 200,
      body: { code: 'Ok', routes: [best, ...(other && differs ? [other] : [])].map(routeOf) },
    }
  }

  const server: Server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://127.0.0.1')
    asked.push(request.url!)
    // As behind a proxy with one OSRM instance per profile: /{profile}/route/v1/…
    const match = /^\/(car|foot|bike)\/route\/v1\/[a-z]+\/([-\d.]+),([-\d.]+);([-\d.]+),([-\d.]+)$/.exec(
      url.pathname,
    )
    const { status, body } = match
      ? answer(
          match[1] as Profile,
          [
            { longitude: Number(match[2]), latitude: Number(match[3]) },
            { longitude: Number(match[4]), latitude: Number(match[5]) },
          ],
          Number(url.searchParams.get('alternatives')),
        )
      : { status: 400, body: { code: 'InvalidUrl', message: 'URL string malformed' } }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    places: Object.fromEntries(PROFILES.map((profile) => [profile, graphs[profile].size])) as Record<
      Profile,
      number
    >,
    asked,
    isOnStreets(profile, line) {
      const name = (longitude: number, latitude: number) =>
        `${roundCoordinate(longitude)} ${roundCoordinate(latitude)}`
      const bends = new Set(
        [...graphs[profile].keys()].map(({ longitude, latitude }) => name(longitude, latitude)),
      )
      return line.every(([longitude, latitude]) => bends.has(name(longitude, latitude)))
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
