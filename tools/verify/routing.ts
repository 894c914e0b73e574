import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { Actor } from '@valhallajs/valhallajs'
import { distanceMetres } from '../../data/model/point.ts'
import type { LatLng } from '../../data/model/point.ts'
import { decodeCell } from '../../data/routing/cell.ts'
import { joinCells } from '../../data/routing/network.ts'
import type { WalkingNetwork } from '../../data/routing/network.ts'
import { findWalk } from '../../data/routing/walk.ts'
import { convertXml } from '../../scripts/map/osm-xml.ts'
import { walkingGraph } from '../../scripts/map/walking-graph.ts'
import { root } from '../../scripts/root.ts'
import { valhalla as valhallaRouter } from '../../server/geo/valhalla.ts'
import { mulberry32 } from '../../tests/support/scale-set.ts'
import { serveValhalla } from './valhalla-server.ts'

/**
 * `npm run verify:routing`: compares our walks with those of Valhalla (`@valhallajs/valhallajs`) on the same
 * extracts, between random junctions. Both look for the shortest walk. Fails if fewer than 95 % of the pairs
 * agree within 5 % of the length. Also requests driving and walking routes from the same engine through the
 * server's adapter for `ROUTER=valhalla`.
 */
const PAIRS = 500
const TOLERANCE = 0.05
/** Two places nearer than this are the same street corner. Metres. */
const MIN_METRES = 150
const GOAL = 0.95

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '23' }, list: { type: 'boolean' } },
})

/** The vertices that can be reached from most others. */
function largestComponent({ latitudes, edges, edgesAt, closed }: WalkingNetwork): number[] {
  const component = new Int32Array(latitudes.length).fill(-1)
  let best: number[] = []
  for (let start = 0; start < latitudes.length; start++) {
    if (component[start] !== -1) continue
    const found = [start]
    component[start] = start
    for (let at = 0; at < found.length; at++) {
      if (closed[found[at]!]) continue
      for (const index of edgesAt[found[at]!]!)
        for (const next of [edges[index]!.from, edges[index]!.to])
          if (component[next] === -1) {
            component[next] = start
            found.push(next)
          }
    }
    if (found.length > best.length) best = found
  }
  return best
}

async function networkOf(path: string): Promise<WalkingNetwork> {
  const size = { ways: 0, vertices: 0, edges: 0, kilometres: 0, cells: 0 }
  const cells = []
  const folder = mkdtempSync(join(tmpdir(), 'offlead-routing-'))
  const file = { path, bytes: statSync(path).size }
  for await (const { bytes } of walkingGraph([file], folder, () => undefined, size))
    cells.push(decodeCell(bytes))
  rmSync(folder, { recursive: true })
  return joinCells(cells)
}

interface ValhallaReply {
  trip: { summary: { length: number } }
}

const folder = mkdtempSync(join(tmpdir(), 'offlead-routing-'))
try {
  const fixtures = join(root, 'tests/fixtures/map')
  const brisbane = join(folder, 'south-brisbane.osm')
  writeFileSync(brisbane, gunzipSync(readFileSync(join(fixtures, 'south-brisbane.osm.gz'))))
  await convertXml(brisbane, `${brisbane}.pbf`)
  const extracts = [join(fixtures, 'marrickville.osm.pbf'), `${brisbane}.pbf`]

  const random = mulberry32(Number(values.seed))
  const tiles = join(folder, 'tiles')
  mkdirSync(tiles)
  const valhalla = (...args: string[]) =>
    execFileSync(join(root, 'node_modules/.bin/valhalla'), args, {
      // It leaves files in the folder that it runs in.
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  const config = join(folder, 'valhalla.json')
  writeFileSync(config, valhalla('build_config', '--mjolnir-tile-dir', tiles))
  valhalla('build_tiles', '-c', config, ...extracts)
  const actor = await Actor.fromConfigFile(config)

  const differences: number[] = []
  let milliseconds = 0
  let unanswered = 0
  for (const path of extracts) {
    const network = await networkOf(path)
    const vertices = largestComponent(network)
    const place = (): LatLng => {
      const vertex = vertices[Math.floor(random() * vertices.length)]!
      return { latitude: network.latitudes[vertex]!, longitude: network.longitudes[vertex]! }
    }
    for (let done = 0; done < PAIRS / extracts.length;) {
      const [from, to] = [place(), place()]
      if (distanceMetres(from, to) < MIN_METRES) continue
      done++
      const started = performance.now()
      const ours = findWalk(network, from, to, { noDogsFactor: 1 })
      milliseconds += performance.now() - started
      const theirs = (await actor
        .route({
          locations: [from, to].map(({ latitude, longitude }) => ({ lat: latitude, lon: longitude })),
          costing: 'pedestrian',
          costing_options: { pedestrian: { shortest: true } },
          units: 'kilometers',
        })
        .catch(() => undefined)) as ValhallaReply | undefined
      if (!ours || !theirs) {
        unanswered++
        continue
      }
      const metres = theirs.trip.summary.length * 1000
      const difference = ours.metres / metres - 1
      differences.push(difference)
      if (values.list && Math.abs(difference) > TOLERANCE)
        console.log(
          `${from.latitude},${from.longitude} ${to.latitude},${to.longitude}: ours ${Math.round(ours.metres)} m, Valhalla ${Math.round(metres)} m`,
        )
    }
  }
  const sizes = differences.map(Math.abs).sort((one, other) => one - other)
  const within = sizes.filter((size) => size <= TOLERANCE).length
  const share = within / PAIRS
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`
  console.log(
    [
      `${PAIRS} pairs in ${extracts.length} extracts, seed ${values.seed}; ${unanswered} without an answer of one of both`,
      `length within 5 %: ${within} (${percent(share)}); median difference ${percent(sizes[sizes.length >> 1]!)}, 95th percentile ${percent(sizes[Math.floor(sizes.length * 0.95)]!)}`,
      `ours shorter ${differences.filter((one) => one < -TOLERANCE).length}, longer ${differences.filter((one) => one > TOLERANCE).length}`,
      `${(milliseconds / PAIRS).toFixed(2)} ms a walk`,
    ].join('\n'),
  )
  if (share < GOAL) process.exitCode = 1

  const service = await serveValhalla(actor)
  try {
    const router = valhallaRouter({ url: service.url, userAgent: 'Offlead' })
    const origin = { latitude: -33.912, longitude: 151.163 }
    const destination = { latitude: -33.908, longitude: 151.17 }
    for (const mode of ['driving', 'walking', 'bicycling'] as const) {
      const [best, ...others] = await router.routes({ origin, destination, mode })
      if (!best || best.steps.length < 2 || !(best.metres > distanceMetres(origin, destination)))
        throw new Error(`no route for ${mode}`)
      console.log(
        `ROUTER=valhalla, ${mode}: ${Math.round(best.metres)} m, ${Math.round(best.seconds)} s, ${best.steps.length} steps, ${others.length} alternatives, via ${best.summary || 'no street'}`,
      )
    }
    const far = await router
      .routes({ origin: { latitude: -10, longitude: 100 }, destination, mode: 'driving' })
      .catch((error: Error) => error.name)
    console.log(`ROUTER=valhalla, from another continent: ${String(far)}`)
  } finally {
    service.close()
  }
} finally {
  rmSync(folder, { recursive: true })
}
