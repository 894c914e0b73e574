import { chmodSync, copyFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../scripts/root.ts'
import { DATABASE_USER, isStreaming } from './database-pair.ts'
import { startDeployment } from './deployment.ts'
import type { Deployment } from './deployment.ts'
import { compare, Ledger } from './ledger.ts'
import { converge, createPhones } from './phones.ts'
import type { Phone } from './phones.ts'
import { run } from './program.ts'
import type { Random } from './random.ts'
import { read, Reads } from './readers.ts'
import type { Report } from './report.ts'

const PEOPLE = 4
const READERS = 2
/** How long the standby lacks what the primary writes, in milliseconds. */
const LAG_MS = 3_000

/** How the standby receives commits, and what the operator does after a promotion that may have lost some. */
export type Replication = 'synchronous' | 'lagging, new epoch by the operator' | 'lagging, nodes find out'

/** Promotes the standby with `deploy/promote-standby.sh`. */
async function promote({ folder, databases: { standby } }: Deployment, bin: string): Promise<void> {
  const script = path.join(folder, 'promote-standby.sh')
  copyFileSync(path.join(root, 'deploy', 'promote-standby.sh'), script)
  chmodSync(script, 0o755)
  await run('sh', [script], {
    ...DATABASE_USER,
    cwd: standby.data,
    env: {
      PATH: `${bin}:${process.env['PATH']}`,
      PGHOST: '127.0.0.1',
      PGPORT: String(standby.port),
      PGUSER: 'offlead',
    },
  })
}

/** Gives the database new epochs, as the operator does before a node uses it. */
async function beginEpochs({ folder, databases: { standby } }: Deployment): Promise<void> {
  const release = path.join(folder, 'release-1')
  await run(process.execPath, [path.join(release, 'scripts', 'restore.ts'), '--promoted'], {
    cwd: release,
    env: { PATH: process.env['PATH'], DATABASE_URL: standby.url(), DATA_DIR: path.join(folder, 'operator') },
  })
}

/** Ends the primary while phones write, promotes the standby, and compares what is there with what was acknowledged. */
export async function provePromotion(
  replication: Replication,
  random: Random,
  report: Report,
): Promise<void> {
  const ledger = new Ledger()
  const isSynchronous = replication === 'synchronous'
  const deployment = await startDeployment({ synchronous: isSynchronous })
  const stop = new AbortController()
  let phones: Phone[] = []
  try {
    const { databases, address, proxy, bin } = deployment
    phones = await createPhones(proxy.url, PEOPLE, ledger, random)
    const reads = new Reads()
    let isAway = false
    reads.isDatabaseAway = () => isAway
    const work = Promise.all([
      ...phones.map((phone) => phone.use(stop.signal)),
      read(proxy.url, READERS, reads, stop.signal),
    ])
    let failure: unknown
    work.catch((error: unknown) => (failure = error))
    await sleep(3_000)
    await isStreaming(databases.primary)
    if (!isSynchronous) {
      await databases.standby.stop('fast')
      await sleep(LAG_MS)
    }
    ledger.restartClock()
    ledger.event('the primary ended')
    isAway = true
    const began = performance.now()
    await databases.primary.stop('immediate')
    if (!isSynchronous) await databases.standby.start()
    await promote(deployment, bin)
    const promoted = performance.now() - began
    // What the new primary has before any node has used it.
    const before = await compare(databases.standby, ledger)
    const acknowledgedBefore = ledger.acknowledged.size
    if (replication === 'lagging, new epoch by the operator') await beginEpochs(deployment)
    await address.leadToStandby()
    await sleep(8_000)
    isAway = false
    await sleep(1_000)
    if (failure !== undefined) throw failure
    stop.abort()
    await work
    const diverged = await converge(phones, databases.standby)
    const after = await compare(databases.standby, ledger)

    const what = `${replication}:`
    report.row(
      `${what} acknowledged before the primary ended`,
      `${acknowledgedBefore}, afterwards ${ledger.acknowledged.size - acknowledgedBefore} more`,
    )
    if (isSynchronous) report.count(`${what} of these, missing on the promoted standby`, before.lost)
    else
      report.row(
        `${what} of these, missing on the promoted standby`,
        `${before.lost.length}; then sent again by the devices: ${before.lost.length - after.lost.filter((name) => before.lost.includes(name)).length}`,
      )
    report.count(`${what} lost in the end`, after.lost)
    report.count(`${what} doubled`, after.doubled)
    report.count(`${what} contradictions in the database`, after.inconsistent)
    report.count(`${what} devices that differ from the server`, diverged)
    report.row(`${what} epochs begun`, String(after.epochs - 1))
    if (isSynchronous) report.require(`${what} an epoch begun without a loss`, after.epochs === 1)
    report.row(
      `${what} time until the standby was promoted, time without a write`,
      `${(promoted / 1000).toFixed(1)} s, ${(ledger.longestGap / 1000).toFixed(1)} s`,
    )
    report.row(
      `${what} reads`,
      `${reads.answered} answered, ${reads.unavailable} 503 DatabaseConnectionError`,
    )
    report.count(`${what} reads that failed`, reads.failed)
  } finally {
    stop.abort()
    for (const phone of phones) phone.close()
    await deployment.dispose()
  }
}
