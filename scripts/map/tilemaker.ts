import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** tilemaker is missing or failed. The message is for the operator. */
export class TilemakerError extends Error {
  override name = 'TilemakerError'
}

const CONFIG = join(import.meta.dirname, 'layers.json')
const PROFILE = join(import.meta.dirname, 'profile.lua')
/** The files that decide what the tiles contain. */
export const TILE_RULES = [CONFIG, PROFILE]

/** The line that installs tilemaker on this system. */
export function installLine(platform: NodeJS.Platform = process.platform): string {
  if (platform === 'darwin') return 'brew install tilemaker'
  if (platform === 'win32') return 'wsl sudo apt-get install tilemaker'
  return 'sudo apt-get install tilemaker'
}

/** @returns the version of tilemaker, or `undefined` if it is not installed */
export function tilemakerVersion(program = 'tilemaker'): string | undefined {
  const { stdout, stderr, error } = spawnSync(program, ['--help'], { encoding: 'utf8' })
  return error ? undefined : (/\bv?(\d+\.\d+\.\d+)/.exec(stdout + stderr)?.[1] ?? 'unknown')
}

/** Extracts above this size are read with a store on the disk instead of in memory. Bytes. */
const STORE_ABOVE_BYTES = 200 * 2 ** 20
/** The share of the time that reading takes; writing tiles takes the rest. */
const READING_SHARE = 0.4
/** Kept for the message if it fails. */
const LAST_LINES = 12

/**
 * Runs tilemaker over extracts in PBF format.
 * @param output the MBTiles file; the tiles of each extract are merged into it
 * @param folder for its temporary files
 * @param progress called with the part that is done, 0 to 1
 * @throws TilemakerError
 */
export async function makeTiles(
  inputs: readonly { path: string; bytes: number }[],
  output: string,
  folder: string,
  progress: (part: number) => void,
): Promise<void> {
  if (tilemakerVersion() === undefined)
    throw new TilemakerError(`tilemaker is not installed. Install it with:\n\n  ${installLine()}\n`)
  const total = inputs.reduce((sum, { bytes }) => sum + bytes, 0)
  let before = 0
  for (const [index, { path, bytes }] of inputs.entries()) {
    const report = (part: number) => progress((before + part * bytes) / total)
    const args = ['--input', path, '--output', output, '--config', CONFIG, '--process', PROFILE]
    if (index > 0) args.push('--merge')
    if (bytes > STORE_ABOVE_BYTES) args.push('--store', join(folder, 'store'))
    await runOnce(args, folder, report)
    before += bytes
  }
}

async function runOnce(
  args: readonly string[],
  folder: string,
  progress: (part: number) => void,
): Promise<void> {
  const child = spawn('tilemaker', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  let rest = ''
  const read = (chunk: string) => {
    const parts = (rest + chunk).split(/[\r\n]+/)
    rest = parts.pop() ?? ''
    for (const line of parts) {
      const block = /Block (\d+)\/(\d+)/.exec(line)
      const tile = /writing tile (\d+) of (\d+)/.exec(line)
      if (block) progress((Number(block[1]) / Number(block[2])) * READING_SHARE)
      else if (tile) progress(READING_SHARE + (Number(tile[1]) / Number(tile[2])) * (1 - READING_SHARE))
      else if (line.trim()) lines.push(line.trim())
    }
    if (lines.length > LAST_LINES) lines.splice(0, lines.length - LAST_LINES)
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read)
  const stop = () => void child.kill()
  process.once('exit', stop)
  const [code] = (await once(child, 'close')) as [number | null]
  process.off('exit', stop)
  if (code !== 0) throw new TilemakerError(`tilemaker failed:\n\n${lines.join('\n')}`)
}
