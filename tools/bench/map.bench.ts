import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { project } from '../../data/geo/mercator.ts'
import { BASE_LEVELS, cellsOfCircles, decodePack, packCellOf, STREET_LEVELS } from '../../data/map/pack.ts'
import { distanceMetres } from '../../data/model/point.ts'
import { decodeCell } from '../../data/routing/cell.ts'
import { joinCells } from '../../data/routing/network.ts'
import type { WalkingNetwork } from '../../data/routing/network.ts'
import { findWalk } from '../../data/routing/walk.ts'
import { buildMap } from '../../scripts/map/build.ts'
import { convertXml } from '../../scripts/map/osm-xml.ts'
import { root } from '../../scripts/root.ts'
import { openBaseMap } from '../../server/geo/base-map.ts'
import { streetFiles } from '../../server/geo/street-map.ts'
import { openVectorArchive } from '../../server/geo/vector-archive.ts'
import { mulberry32 } from '../../tests/support/scale-set.ts'
import { around, city, country } from './extract-plans.ts'
import { readDistrict, writeExtract } from './generated-extract.ts'
import type { District } from './generated-extract.ts'
import { mapPainting } from './map-painting.ts'

const EXTRACT = join(root, 'tests/fixtures/map/marrickville.osm.pbf')
/** West, south, east and north of the extracts, in degrees. */
const MARRICKVILLE = {
  bounds: [151.159852, -33.915319, 151.172029, -33.905444],
  centre: { latitude: -33.91, longitude: 151.165 },
} as const
const SOUTH_BRISBANE_BOUNDS = [153.01614, -27.48235, 153.02456, -27.47799] as const
/** The part of Australia's data that the generated country has: 1 is all of it, 130 million nodes. */
const SHARE = Number(process.env['SHARE'] ?? 0.02)
const SEED = 23
/** About the area of Sydney or Melbourne that is built on, in metres. */
const CITY_RADIUS = 25_000
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

interface Peak {
  /** Most resident memory, in bytes; of tilemaker, part of it are pages of its store on the disk. */
  resident: number
  /** Most of it that is not a part of a file. */
  own: number
}

/** Reads the memory of a process and its children, by program (Linux). */
function readMemory(pid: number, peaks: Map<string, Peak>): void {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const bytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024
    const name = /Name:\s+(\S+)/.exec(status)?.[1] ?? ''
    const peak = peaks.get(name) ?? { resident: 0, own: 0 }
    peaks.set(name, {
      resident: Math.max(peak.resident, bytes('VmHWM')),
      own: Math.max(peak.own, bytes('RssAnon')),
    })
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    for (const child of children === '' ? [] : children.split(' ')) readMemory(Number(child), peaks)
  } catch {
    // It has ended.
  }
}

const SAMPLE_MS = 200
/** A build that takes longer is stopped. */
const BUILD_TIMEOUT_MS = 3_600_000

/** Runs `npm run map` on an extract and prints the time of each step and the most memory of each program. */
async function build(extract: string, dataDir: string): Promise<void> {
  const started = performance.now()
  const child = spawn(process.execPath, [join(root, 'scripts/map.ts'), extract], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: BUILD_TIMEOUT_MS,
  })
  const peaks = new Map<string, Peak>()
  const sampling = setInterval(() => readMemory(child.pid!, peaks), SAMPLE_MS)
  const begins = new Map<string, number>()
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    for (const [, step] of text.matchAll(/^ *\d+ % {2}(.+)$/gm))
      if (!begins.has(step!)) begins.set(step!, performance.now())
    if (!text.includes(' %')) output += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(sampling)
  const seconds = (performance.now() - started) / 1000
  const steps = [...begins].map(
    ([step, at]) => `${step.toLowerCase()} from ${Math.round((at - started) / 1000)} s`,
  )
  console.log(`npm run map: ${seconds.toFixed(0)} s (${steps.join(', ')}); load ${loadavg()[0]!.toFixed(1)}`)
  for (const [name, { resident, own }] of peaks)
    console.log(`${name}: at most ${MB(resident)} resident, ${MB(own)} of it not in files`)
  console.log(output.trim())
  if (code !== 0) throw new Error(`npm run map ended with ${code}`)
}

const inTemporaryFolder = async (work: (folder: string) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), 'offlead-map-bench-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const marrickville = () => readDistrict(EXTRACT, MARRICKVILLE.bounds)

/** Builds the map of a country, or of a part of its data. */
const countryBuild = () =>
  inTemporaryFolder(async (folder) => {
    let extract = process.env['MAP_EXTRACT']
    if (extract === undefined) {
      extract = join(folder, 'country.osm.pbf')
      const { nodes, ways } = await writeExtract(extract, country(await marrickville(), SHARE, SEED))
      console.log(`${nodes.toLocaleString('en')} nodes, ${ways.toLocaleString('en')} ways`)
    }
    console.log(`extract: ${MB(statSync(extract).size)}`)
    const dataDir = join(folder, 'var')
    await build(extract, dataDir)
  })

/** The packs of 10 km around the middle of a city as dense as these districts, and walks in it. */
const areaOfCity = (name: string, districts: readonly District[]) =>
  inTemporaryFolder(async (folder) => {
    const centre = MARRICKVILLE.centre
    const random = mulberry32(SEED)
    const placements = [
      ...city(centre, CITY_RADIUS, districts, random),
      ...around(centre, CITY_RADIUS, districts[0]!, random),
    ]
    const extract = join(folder, 'city.osm.pbf')
    await writeExtract(extract, { placements, seed: SEED })
    const dataDir = join(folder, 'var')
    mkdirSync(dataDir)
    const { graph } = await buildMap({ inputs: [extract], dataDir, progress: () => undefined })
    const packs = await openVectorArchive(streetFiles(dataDir).packs)
    const sizes = new Map<number, { count: number; bytes: number; largest: number }>()
    const graphs = []
    let unpackingMs = 0
    for (const cell of cellsOfCircles([{ ...centre, radius: RADIUS }], STREET_LEVELS)) {
      const stored = await packs.compressed(cell)
      if (!stored) continue
      const size = sizes.get(cell.z) ?? { count: 0, bytes: 0, largest: 0 }
      sizes.set(cell.z, {
        count: size.count + 1,
        bytes: size.bytes + stored.length,
        largest: Math.max(size.largest, stored.length),
      })
      const started = performance.now()
      const { walking } = decodePack(gunzipSync(stored))
      if (walking.length > 0) graphs.push(decodeCell(walking))
      unpackingMs += performance.now() - started
    }
    await packs.close()
    const all = [...sizes.values()]
    const count = all.reduce((sum, size) => sum + size.count, 0)
    const bytes = all.reduce((sum, size) => sum + size.bytes, 0)
    const levels = Array.from(sizes, ([z, size]) => `z${z} ${size.count} with ${MB(size.bytes)}`)
    console.log(
      `10 km around the middle of a city of ${name} (${Math.round(graph.kilometres).toLocaleString('en')} km to walk on): ` +
        `${count} packs, ${MB(bytes)} (${levels.join(', ')}); largest ${kB(Math.max(...all.map(({ largest }) => largest)))}; ` +
        `unpacking ${(unpackingMs / count).toFixed(1)} ms a pack`,
    )
    walks(joinCells(graphs))
  })

function walks(network: WalkingNetwork): void {
  const random = mulberry32(SEED)
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
}

async function southBrisbane(folder: string): Promise<District> {
  const xml = join(folder, 'south-brisbane.osm')
  writeFileSync(xml, gunzipSync(readFileSync(join(root, 'tests/fixtures/map/south-brisbane.osm.gz'))))
  await convertXml(xml, `${xml}.pbf`)
  return readDistrict(`${xml}.pbf`, SOUTH_BRISBANE_BOUNDS)
}

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  base: baseMap,
  painting: mapPainting,
  area: () =>
    inTemporaryFolder(async (folder) => {
      const dense = await marrickville()
      await areaOfCity('Marrickvilles', [dense])
      await areaOfCity('Marrickvilles and South Brisbanes', [dense, await southBrisbane(folder)])
    }),
  country: countryBuild,
}

/**
 * Bytes of the maps, and time and memory of building and using them. `MAP_PARTS`: which of base, painting,
 * area and country; `SHARE`: of the data of Australia in the country; `MAP_EXTRACT`: an extract to build
 * instead.
 */
export async function mapBench(): Promise<void> {
  console.log(`map (load ${loadavg()[0]!.toFixed(1)})`)
  const wanted = process.env['MAP_PARTS']?.split(',')
  for (const [name, part] of Object.entries(PARTS)) if (wanted?.includes(name) ?? true) await part()
}
