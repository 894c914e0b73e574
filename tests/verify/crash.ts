import { cpSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { PROTOCOL } from '../../data/sync/envelope.ts'
import { databasePath } from '../../server/repositories/store.ts'
import { runScript } from '../support/product.ts'
import { callerOf } from '../support/http-client.ts'
import { compare, Ledger } from './ledger.ts'
import { PARK_COUNT } from '../support/small-directory.ts'
import { isThere, removeFolder, seededFolder, Server, copyParts } from './server.ts'
import { Disk, readTrace, TRACED } from './trace.ts'
import type { Call } from './trace.ts'
import { DeviceWriter, ImportWriter, person, RegistrationWriter, write } from './crash-writers.ts'
import type { Writer } from './crash-writers.ts'

/**
 * `npm run verify:crash`: checks that every acknowledged change exists exactly once, and every other change
 * at most once, after the server is killed during writes (`--kills`, 200) and after simulated power cuts
 * (`--power-cuts`, 200, after each of which the server is started; many more are only opened with SQLite).
 * Power cuts are simulated by rebuilding the files from a trace of system calls, with none or a random part of
 * the unsynced data. The trace also shows whether the WAL was synced before each acknowledgement. After a wrong
 * result, the trace and the files are kept in the folder that is printed.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, 'power-cuts': { type: 'string', default: '200' } },
})
const [kills, powerCuts] = [Number(values.kills), Number(values['power-cuts'])]
/** Power cuts simulated per run of the server. At least two runs: a later start must sync its log, too. */
const CUTS_PER_RUN = Math.min(20, Math.ceil(powerCuts / 2))
/** Share of the system calls, besides the acknowledgements, at which a cut is only opened with SQLite. */
const OPENED_SHARE = 0.01
/** Duration of the writes in a run. */
const RUN_MS = 4_000

const between = (least: number, most: number) => least + Math.random() * (most - least)
const wrong: string[] = []
/** @param evidence files and folders to keep if something is wrong */
function report(when: string, found: readonly string[], evidence: readonly string[] = []): void {
  for (const what of found.slice(0, 5)) {
    wrong.push(`${when}: ${what}`)
    console.log(`WRONG ${when}: ${what}`)
  }
  if (found.length === 0 || evidence.length === 0) return
  const kept = mkdtempSync(path.join(tmpdir(), 'offlead-wrong-'))
  for (const file of evidence) cpSync(file, path.join(kept, path.basename(file)), { recursive: true })
  console.log(`WRONG ${when}: all ${found.length} differences are in the files kept in ${kept}`)
}

/** Writers for a running server: users, an administrator and a visitor. */
async function createWriters(
  server: Server,
  dataDir: string,
  ledger: Ledger,
): Promise<{ writers: Writer[]; registrations: RegistrationWriter }> {
  const admin = await person(server.origin)
  await runScript('scripts/admin.ts', { DATA_DIR: dataDir }, ['promote', admin.email, '--yes'])
  const people = [await person(server.origin), await person(server.origin), admin]
  const registrations = new RegistrationWriter(server.origin, ledger)
  const devices = people.map(({ caller, id }) => new DeviceWriter(caller, ledger, id, PARK_COUNT))
  return {
    writers: [
      ...devices,
      new DeviceWriter(admin.caller, ledger, 0, PARK_COUNT),
      registrations,
      new ImportWriter(admin.caller, ledger),
    ],
    registrations,
  }
}

function summary(ledger: Ledger): string {
  const kinds = new Map<string, number>()
  for (const name of ledger.acknowledged) {
    const { kind } = ledger.sent.get(name)!
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  const counts = Array.from(kinds, ([kind, count]) => `${count} ${kind}`)
  return `${ledger.acknowledged.size} acknowledged of ${ledger.sent.size} sent (${counts.join(', ')})`
}

async function killLoop(): Promise<void> {
  const [dataDir, server, ledger] = [await seededFolder(), await Server.create(), new Ledger()]
  try {
    await server.start(dataDir)
    const { writers, registrations } = await createWriters(server, dataDir, ledger)
    let duringStart = 0
    for (let kill = 1; kill <= kills; kill += 1) {
      const stop = new AbortController()
      const writing = write(writers, stop.signal)
      await Promise.race([sleep(between(20, Math.random() < 0.3 ? 6_000 : 500)), writing])
      await server.stop()
      stop.abort()
      await writing
      if (Math.random() < 0.1) {
        // Sometimes the server is also killed while it starts.
        server.spawn(dataDir)
        await sleep(between(50, 1_000))
        await server.stop()
        duringStart += 1
      }
      await server.start(dataDir)
      report(`kill ${kill}`, compare(databasePath(dataDir), ledger))
      for (const session of registrations.sessions.slice(-3)) {
        const { status } = await session.call('/api/user')
        if (status !== 200) report(`kill ${kill}`, [`an acknowledged session gets ${status}`])
      }
      if (kill % 20 === 0) console.log(`${kill} kills: ${summary(ledger)}`)
    }
    console.log(
      `kills: ${kills} during writes, ${duringStart} more during the next start; ${summary(ledger)}; ${wrong.length} wrong`,
    )
  } finally {
    await server.stop()
    removeFolder(dataDir)
  }
}

/** Index in the trace at which each change was acknowledged. */
function acknowledgements(
  calls: readonly Call[],
  ledger: Ledger,
  before: ReadonlySet<string>,
): Map<string, number> {
  const sends = calls.flatMap((call, index) => (call.kind === 'send' ? [{ text: call.text, index }] : []))
  const imports = sends.filter(({ text }) => /^HTTP\/1\.1 200[^]*"imported":/.test(text))
  // These do not name the person whose earlier registration had succeeded. One person registers at a time.
  const taken = sends.filter(({ text }) => /^HTTP\/1\.1 409[^]*"taken"/.test(text))
  const found = new Map<string, number>()
  for (const name of ledger.acknowledged) {
    if (before.has(name)) continue
    const { kind } = ledger.sent.get(name)!
    const send =
      kind === 'import'
        ? imports.shift()
        : (sends.find(({ text }) => /^HTTP\/1\.1 (20[01]|409)/.test(text) && text.includes(name)) ??
          (kind === 'registration' ? taken.shift() : undefined))
    if (!send) throw new Error(`the trace does not show how ${kind} ${name} was acknowledged`)
    found.set(name, send.index)
  }
  return found
}

interface Cut {
  folder: string
  acknowledged: Set<string>
  when: string
}

/**
 * Runs the server under strace until it is killed.
 * @param log file for the trace
 * @returns its system calls
 */
async function runTraced(
  server: Server,
  dataDir: string,
  writers: readonly Writer[],
  log: string,
): Promise<Call[]> {
  await server.start(dataDir, {
    before: [
      'strace',
      '-D',
      '-f',
      '-y',
      '-xx',
      '-s',
      '4194304',
      '-e',
      `trace=${TRACED}`,
      '-e',
      'signal=SIGKILL',
      '-o',
      log,
    ],
  })
  const stop = new AbortController()
  const writing = write(writers, stop.signal)
  await Promise.race([sleep(RUN_MS), writing])
  await server.stop()
  stop.abort()
  await writing
  return readTrace(await completeLog(log))
}

/**
 * The log of strace, once it has ended. On a busy machine strace is late: the log is complete when it has the
 * killed process, ends with the end of a process, and grows no more.
 */
async function completeLog(log: string): Promise<string> {
  for (let text = readFileSync(log, 'utf8'), last = ''; ; last = text, text = readFileSync(log, 'utf8')) {
    const ended = text.includes('+++ killed by SIGKILL +++') && text.endsWith(' +++\n')
    if (ended && text.length === last.length) return text
    await sleep(200)
  }
}

/** A file next to the database, written after it. */
const MARK_FILE = 'sync-mark.json'

const filesOf = (dataDir: string) =>
  new Map(
    ['offlead.db', 'offlead.db-wal', MARK_FILE]
      .filter((name) => existsSync(path.join(dataDir, name)))
      .map((name) => [name, readFileSync(path.join(dataDir, name))]),
  )

function stateOf(mark: string): 'absent' | 'readable' | 'torn' {
  if (!existsSync(mark)) return 'absent'
  try {
    JSON.parse(readFileSync(mark, 'utf8'))
    return 'readable'
  } catch {
    return 'torn'
  }
}

/** Syncs a device without operations. */
async function syncEmptyDevice(server: Server): Promise<void> {
  const body = {
    protocol: PROTOCOL,
    deviceId: 'e'.repeat(32),
    userId: 0,
    acknowledged: 0,
    cursor: null,
    operations: [],
  }
  const { status } = await callerOf(server.origin).send('POST', '/api/sync', body)
  if (status !== 200) report('after a power cut', [`a device gets ${status}`])
}

async function powerLoop(): Promise<void> {
  const first = await seededFolder()
  const work = mkdtempSync(path.join(tmpdir(), 'offlead-power-'))
  const [server, ledger] = [await Server.create(), new Ledger()]
  const synced = { first: 0, later: 0 }
  const unsynced = { first: 0, later: 0 }
  const marks = new Map<string, number>()
  let [cuts, opened, run, dataDir] = [0, 0, 0, first]
  try {
    await server.start(dataDir)
    const { writers } = await createWriters(server, dataDir, ledger)
    await sleep(500)
    await server.stop('SIGTERM')
    while (cuts < powerCuts) {
      run += 1
      const before = new Set(ledger.acknowledged)
      const filesBefore = path.join(work, `before-${run}`)
      cpSync(dataDir, filesBefore, { recursive: true })
      const disk = new Disk(dataDir, filesOf(dataDir))
      const log = path.join(work, `${run}.strace`)
      const calls = await runTraced(server, dataDir, writers, log)
      const answers = acknowledgements(calls, ledger, before)
      const moments = [...new Set(answers.values())]
      if (moments.length === 0) throw new Error(`nothing was acknowledged within ${RUN_MS} ms`)
      const wanted = Math.min(CUTS_PER_RUN, powerCuts - cuts)
      // Half of the cuts are right after an acknowledgement, where most could be lost; half are random.
      const at = Array.from({ length: wanted }, (_, each) =>
        each % 2 === 0
          ? moments[Math.floor(between(0, moments.length))]!
          : Math.floor(between(0, calls.length)),
      )
      const cutAt = (index: number, keepsPart: boolean, folder: string): Cut => {
        disk.afterPowerCut(folder, keepsPart ? () => Math.random() < 0.5 : undefined)
        const answered = Array.from(answers).flatMap(([name, answer]) => (answer <= index ? [name] : []))
        return {
          folder,
          acknowledged: new Set([...before, ...answered]),
          when: `run ${run}, call ${index} of ${calls.length}, with ${keepsPart ? 'a part' : 'none'} of the unsynced data`,
        }
      }
      const found: Cut[] = []
      const acknowledging = new Set(moments)
      for (const [index, call] of calls.entries()) {
        disk.apply(call)
        if (acknowledging.has(index)) {
          const count = disk.hasUnsyncedCommit('offlead.db-wal') ? unsynced : synced
          count[run === 1 ? 'first' : 'later'] += 1
        }
        for (const [each, moment] of at.entries())
          if (moment === index) found.push(cutAt(index, each % 4 >= 2, path.join(work, `${run}-${each}`)))
        if (acknowledging.has(index) || Math.random() < OPENED_SHARE)
          for (const keepsPart of [false, true]) {
            const { folder, acknowledged, when } = cutAt(index, keepsPart, path.join(work, 'opened'))
            report(`${when}, opened`, compare(databasePath(folder), ledger, acknowledged), [
              folder,
              filesBefore,
              log,
            ])
            removeFolder(folder)
            opened += 1
          }
      }
      // The next run continues with the files that survived this one.
      const next = path.join(work, `after-${run}`)
      disk.afterPowerCut(next)
      for (const { folder, acknowledged, when } of found) {
        copyParts(first, folder)
        const mark = stateOf(path.join(folder, MARK_FILE))
        marks.set(mark, (marks.get(mark) ?? 0) + 1)
        await server.start(folder)
        // The first sync makes the server check whether the database is an older one.
        await syncEmptyDevice(server)
        report(when, compare(databasePath(folder), ledger, acknowledged), [folder, filesBefore, log])
        await server.stop()
        removeFolder(folder)
        cuts += 1
      }
      copyParts(first, next)
      for (const file of [filesBefore, log]) removeFolder(file)
      if (dataDir !== first) removeFolder(dataDir)
      dataDir = next
      console.log(`${cuts} power cuts and ${opened} opened after ${run} runs: ${summary(ledger)}`)
    }
    const [good, bad] = [synced.first + synced.later, unsynced.first + unsynced.later]
    console.log(
      `power cuts: ${cuts}, and ${opened} opened, in ${run} runs; ${summary(ledger)}; ${wrong.length} wrong`,
    )
    console.log(
      `${MARK_FILE} after them: ${Array.from(marks, ([state, count]) => `${count} ${state}`).join(', ')}`,
    )
    console.log(
      `log synced before ${good} of ${good + bad} acknowledging replies (first start ${synced.first} of ${synced.first + unsynced.first}, later starts ${synced.later} of ${synced.later + unsynced.later})`,
    )
    if (bad > 0) report('trace', [`${bad} replies acknowledge unsynced data`])
    if (run < 2) report('trace', ['there was no second start'])
  } finally {
    await server.stop()
    removeFolder(first)
    removeFolder(work)
  }
}

if (powerCuts > 0 && !isThere('strace', '-V')) {
  console.error(
    'The power cuts need strace, which is not installed. On Debian or Ubuntu: sudo apt-get install strace. Without them: npm run verify:crash -- --power-cuts 0',
  )
  process.exit(1)
}
const started = performance.now()
if (kills > 0) await killLoop()
if (powerCuts > 0) await powerLoop()
const result = wrong.length === 0 ? 'nothing lost, nothing duplicated' : `${wrong.length} WRONG`
const seconds = ((performance.now() - started) / 1000).toFixed(0)
const today = new Date().toISOString().slice(0, 10)
console.log(`${result} (${seconds} s, ${availableParallelism()} cores, ${today})`)
process.exitCode = wrong.length === 0 ? 0 : 1
