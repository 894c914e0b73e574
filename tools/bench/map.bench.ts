import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { metresPerPixel, project } from '../../data/geo/mercator.ts'
import { BASE_LEVELS, cellsOfCircles, decodePack, packCellOf, STREET_LEVELS } from '../../data/map/pack.ts'
import { distanceMetres } from '../../data/model/point.ts'
import { decodeCell } from '../../data/routing/cell.ts'
import { joinCells } from '../../data/routing/network.ts'
import { findWalk } from '../../data/routing/walk.ts'
import { buildMap } from '../../scripts/map/build.ts'
import { root } from '../../scripts/root.ts'
import { openBaseMap } from '../../server/geo/base-map.ts'
import { streetFiles } from '../../server/geo/street-map.ts'
import { openVectorArchive } from '../../server/geo/vector-archive.ts'
import { mulberry32 } from '../../tests/support/scale-set.ts'
import { writeCopies } from './copied-extract.ts'
import { mapPainting } from './map-painting.ts'

const EXTRACT = join(root, 'tests/fixtures/map/marrickville.osm.pbf')
/** Copies of the extract in the generated one; 40,000 have as many nodes as Australia. */
const COPIES = Number(process.env['COPIES'] ?? 400)
const CITIES = {
  Sydney: { latitude: -33.8688, longitude: 151.2093 },
  Melbourne: { latitude: -37.8136, longitude: 144.9631 },
  Brisbane: { latitude: -27.4698, longitude: 153.0251 },
  Perth: { latitude: -31.9523, longitude: 115.8613 },
}
const RADIUS = 10_000
const WALKS = 300

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const MB = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`
const sorted = (values: number[]) => values.toSorted((one, other) => one - other)

async function baseMap() {
  const base = await openBaseMap()
  for (const [name, place] of Object.entries(CITIES)) {
    const tile = (z: number) => {
      const { x, y } = project(place, z)
      return { z, x: Math.floor(x / 256), y: Math.floor(y / 256) }
    }
    const own = (await base.compressed(tile(8)))!.length
    const pack = (await base.pack(packCellOf(tile(8), BASE_LEVELS)!))!.length
    console.log(`base map, ${name}: tile at z8 ${kB(own)}, pack of the region (z7–8) ${kB(pack)}`)
  }
  console.log(`base map, Australia z0–4: ${kB((await base.pack({ z: 0, x: 0, y: 0 }))!.length)}`)
  await base.close()
}

/** The most memory that this process and its children use while `work` runs, in bytes (Linux). */
async function withPeakMemory<T>(work: () => Promise<T>): Promise<{ result: T; peak: number }> {
  let peak = 0
  const sampler = { isDone: false }
  const bytesOf = (pid: number | string): number => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
      return children === '' ? own : children.split(' ').reduce((sum, child) => sum + bytesOf(child), own)
    } catch {
      return 0
    }
  }
  const sampling = (async () => {
    while (!sampler.isDone) {
      peak = Math.max(peak, bytesOf(process.pid))
      await wait(100)
    }
  })()
  const result = await work().finally(() => (sampler.isDone = true))
  await sampling
  return { result, peak }
}

async function streets() {
  const folder = mkdtempSync(join(tmpdir(), 'offlead-map-bench-'))
  try {
    const extract = join(folder, 'copies.osm.pbf')
    const { nodes, ways, bytes } = await writeCopies(EXTRACT, extract, COPIES)
    console.log(
      `extract of ${COPIES} copies of Marrickville: ${nodes.toLocaleString('en')} nodes, ${ways.toLocaleString('en')} ways, ${MB(bytes)}`,
    )
    const dataDir = join(folder, 'var')
    mkdirSync(dataDir)
    const steps = new Map<string, number>()
    let step = ''
    let since = performance.now()
    const finish = () => {
      if (step) steps.set(step, (steps.get(step) ?? 0) + performance.now() - since)
      since = performance.now()
    }
    const { result, peak } = await withPeakMemory(() =>
      buildMap({
        inputs: [extract],
        dataDir,
        progress: (name) => {
          if (name === step) return
          finish()
          step = name
        },
      }),
    )
    finish()
    const durations = Array.from(steps, ([name, ms]) => `${name.toLowerCase()} ${(ms / 1000).toFixed(1)} s`)
    console.log(`build: ${durations.join(', ')}; at most ${Math.round(peak / 2 ** 20)} MB of memory`)
    console.log(
      `build: ${result.tiles.toLocaleString('en')} tiles ${MB(result.tileBytes)}, ${result.packs.toLocaleString('en')} packs ${MB(result.packBytes)}, ${Math.round(result.graph.kilometres).toLocaleString('en')} km to walk on`,
    )

    const packs = await openVectorArchive(streetFiles(dataDir).packs)
    const [west, south, east, north] = packs.bounds
    const centre = { latitude: (south + north) / 2, longitude: (west + east) / 2 }
    let total = 0
    let found = 0
    const graphs = []
    let walkingBytes = 0
    const decoding: number[] = []
    for (const cell of cellsOfCircles([{ ...centre, radius: RADIUS }], STREET_LEVELS)) {
      const stored = await packs.compressed(cell)
      if (!stored) continue
      found++
      total += stored.length
      const started = performance.now()
      const { walking } = decodePack(gunzipSync(stored))
      if (walking.length > 0) graphs.push(decodeCell(walking))
      decoding.push(performance.now() - started)
      walkingBytes += walking.length
    }
    await packs.close()
    const unpacking = decoding.reduce((sum, one) => sum + one, 0) / decoding.length
    console.log(
      `10 km around its centre: ${found} packs, ${MB(total)} (copies compress each other); ` +
        `walking graph ${MB(walkingBytes)} before compression; unpacking ${unpacking.toFixed(1)} ms a pack`,
    )
    const started = performance.now()
    const network = joinCells(graphs)
    console.log(
      `walking graph of that area: ${network.latitudes.length.toLocaleString('en')} vertices, ${network.edges.length.toLocaleString('en')} edges, joined in ${(performance.now() - started).toFixed(0)} ms`,
    )
    const random = mulberry32(23)
    const times: number[] = []
    let reached = 0
    while (times.length < WALKS) {
      const place = () => {
        const vertex = Math.floor(random() * network.latitudes.length)
        return { latitude: network.latitudes[vertex]!, longitude: network.longitudes[vertex]! }
      }
      const [from, to] = [place(), place()]
      if (distanceMetres(from, to) > 1_200) continue
      const begun = performance.now()
      if (findWalk(network, from, to)) reached++
      times.push(performance.now() - begun)
    }
    const order = sorted(times)
    console.log(
      `walks of up to 1.2 km in it: median ${order[WALKS >> 1]!.toFixed(1)} ms, 95th percentile ${order[Math.floor(WALKS * 0.95)]!.toFixed(1)} ms; ${reached} of ${WALKS} found (copies are not connected)`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * The size of 10 km around a suburb if all of its cells, sea and parks included, were as dense as
 * Marrickville: the bytes of Marrickville's packs for a square kilometre, times the area of the cells of each
 * level.
 */
async function areaSize() {
  const dataDir = mkdtempSync(join(tmpdir(), 'offlead-map-bench-'))
  try {
    await buildMap({ inputs: [EXTRACT], dataDir, progress: () => undefined })
    const packs = await openVectorArchive(streetFiles(dataDir).packs)
    const [west, south, east, north] = packs.bounds
    const centre = { latitude: (south + north) / 2, longitude: (west + east) / 2 }
    const kmEast = distanceMetres({ ...centre, longitude: west }, { ...centre, longitude: east }) / 1000
    const kmNorth = distanceMetres({ ...centre, latitude: south }, { ...centre, latitude: north }) / 1000
    let total = 0
    const cells = cellsOfCircles([{ ...centre, radius: RADIUS }], STREET_LEVELS)
    for (const { from } of STREET_LEVELS) {
      let bytes = 0
      for (const cell of cellsOfCircles([{ ...centre, radius: 2_000 }], [{ from, to: from }]))
        bytes += (await packs.compressed(cell))?.length ?? 0
      const kmOfCell = (metresPerPixel(centre.latitude, from) * 256) / 1000
      const area = cells.filter(({ z }) => z === from).length * kmOfCell ** 2
      const size = (bytes / (kmEast * kmNorth)) * area
      console.log(
        `Marrickville, ${(kmEast * kmNorth).toFixed(2)} km²: packs from z${from} ${kB(bytes)}; 10 km around it, as dense everywhere: ${MB(size)}`,
      )
      total += size
    }
    console.log(`10 km around Marrickville, as dense everywhere: ${cells.length} packs, ${MB(total)}`)
    await packs.close()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

/** Bytes of the maps, and time and memory of building and using them. */
export async function mapBench(): Promise<void> {
  console.log(`map (load ${loadavg()[0]!.toFixed(1)})`)
  await baseMap()
  await areaSize()
  await mapPainting()
  await streets()
}
