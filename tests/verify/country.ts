import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../scripts/root.ts'
import { removeFolder, seededFolder, Server } from './server.ts'
import { measureLatency } from '../server/import/measure-latency.ts'
import { localities } from '../../data/sources/localities.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { AUSTRALIA, writeExtract } from './country-extract.ts'

/** Goals: megabytes of resident memory of the import, and milliseconds that a search waits at most. */
const MEMORY_GOAL_MB = 1_500
const SEARCH_GOAL_MS = 2_000
const MEMORY_CHECK_MS = 100

/** Most resident memory that a process has had so far, in megabytes (Linux). */
function peakMemoryMb(pid: number): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}

/**
 * Generates an extract of Australia's size and imports it with the command while a server answers searches
 * from the same database.
 * @param part 1 for the whole size, less for a smaller one
 * @returns whether all goals were met
 */
export async function importCountry(part: number): Promise<boolean> {
  const file = path.join(tmpdir(), `offlead-country-${process.pid}.osm.pbf`)
  const dataDir = await seededFolder({ parks: seedParks(), places: [...localities()] })
  const server = await Server.create()
  const size = {
    nodes: Math.round(AUSTRALIA.nodes * part),
    ways: Math.round(AUSTRALIA.ways * part),
    places: AUSTRALIA.places,
  }
  try {
    let at = performance.now()
    const seconds = () => {
      const passed = (performance.now() - at) / 1_000
      at = performance.now()
      return passed.toFixed(0)
    }
    await writeExtract(file, size)
    console.log(
      `generated an extract of ${(statSync(file).size / 1e6).toFixed(0)} MB in ${seconds()} s: ${size.nodes.toLocaleString('en')} nodes, ${size.ways.toLocaleString('en')} ways, ${size.places.toLocaleString('en')} places for dogs`,
    )
    await server.start(dataDir)
    let failed = 0
    const search = async () => {
      const reply = await fetch(`${server.origin}/api/search?query=Marrickville&limit=20`)
      await reply.text()
      if (!reply.ok) failed += 1
    }
    await search()
    const latency = measureLatency(search, 100)
    seconds()
    const command = spawn(
      process.execPath,
      ['--no-warnings', path.join(root, 'scripts', 'import.ts'), file],
      {
        cwd: root,
        env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let output = ''
    command.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    let peak = 0
    const watch = setInterval(() => (peak = Math.max(peak, peakMemoryMb(command.pid!))), MEMORY_CHECK_MS)
    const [code] = (await once(command, 'close')) as [number | null]
    clearInterval(watch)
    const duration = seconds()
    // The server loads the new version when it is next asked.
    const deadline = performance.now() + 120_000
    let parks = 0
    while (parks <= seedParks().length && performance.now() < deadline) {
      const reply = await fetch(`${server.origin}/api/directory?format=2`)
      parks = ((await reply.json()) as { parks: { count: number } }).parks.count
    }
    const waited = await latency.end()
    console.log(output.split('\n').slice(0, 3).join('\n'))
    console.log(
      `imported in ${duration} s (exit code ${code}), at most ${peak.toFixed(0)} MB of memory (goal ${MEMORY_GOAL_MB}); ${parks.toLocaleString('en')} parks served ${seconds()} s later`,
    )
    console.log(
      `meanwhile ${waited.count} searches, ${failed} failed; median ${waited.median.toFixed(0)} ms, longest ${waited.longest.toFixed(0)} ms (goal ${SEARCH_GOAL_MS})`,
    )
    return (
      code === 0 &&
      failed === 0 &&
      peak <= MEMORY_GOAL_MB &&
      waited.longest <= SEARCH_GOAL_MS &&
      parks > seedParks().length
    )
  } finally {
    await server.stop()
    removeFolder(dataDir)
    rmSync(file, { force: true })
  }
}
