import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from './client.ts'
import { isStreaming } from './database-pair.ts'
import { promoteAccount, startDeployment } from './deployment.ts'
import type { Deployment, Node } from './deployment.ts'
import { importLists } from './importer.ts'
import { compare, Ledger } from './ledger.ts'
import { Phone, converge, createPhones, failuresOf } from './phones.ts'
import { until } from './program.ts'
import type { Random } from './random.ts'
import { read, Reads } from './readers.ts'
import type { Report } from './report.ts'

const PEOPLE = 4
const READERS = 4
/** How long after the database is back its absence may still show. Milliseconds. */
const AFTERMATH_MS = 3_000
/** Kills after which progress is printed. */
const PROGRESS_INTERVAL = 20

/** What is ended, and how often compared with the others. */
const VICTIMS = {
  'node, SIGKILL': 30,
  'node, SIGTERM': 12,
  'drained node, SIGKILL': 12,
  'primary, fast': 15,
  'primary, immediate': 15,
  'standby, fast': 5,
  'deployment of another release': 4,
} as const
type Victim = keyof typeof VICTIMS

/** Ends parts of a deployment, one after the other, and starts them again. */
class Killer {
  readonly counts = new Map<Victim, number>()
  private readonly deployment: Deployment
  private readonly random: Random
  private databaseAwayUntil = -Infinity
  /** A node that starts again. Meanwhile no other node is ended, but the database may be. */
  private restart: Promise<void> = Promise.resolve()

  constructor(deployment: Deployment, random: Random) {
    this.deployment = deployment
    this.random = random
  }

  isDatabaseAway = () => performance.now() < this.databaseAwayUntil

  /** Resolves when all nodes run. */
  settled(): Promise<void> {
    return this.restart
  }

  private startAgain(restart: Promise<void>): void {
    this.restart = restart
    // It is awaited later.
    restart.catch(() => undefined)
  }

  private node(): Node {
    const { nodes } = this.deployment
    return nodes[Math.floor(this.random.between(0, nodes.length))]!
  }

  /** @returns what was ended, and how many programs */
  async kill(announce: (what: string) => void): Promise<number> {
    const { databases, proxy, nodes, startNode } = this.deployment
    const victim = this.random.choose<Victim>(VICTIMS)
    announce(victim)
    const count = (programs = 1) => {
      this.counts.set(victim, (this.counts.get(victim) ?? 0) + programs)
      return programs
    }
    switch (victim) {
      case 'node, SIGKILL':
      case 'node, SIGTERM': {
        await this.settled()
        announce(victim)
        const node = this.node()
        await node.stop(victim === 'node, SIGKILL' ? 'SIGKILL' : 'SIGTERM')
        this.startAgain(sleep(this.random.between(0, 500)).then(() => startNode(node)))
        return count()
      }
      case 'drained node, SIGKILL': {
        await this.settled()
        announce(victim)
        const node = this.node()
        await proxy.drain(node.name)
        await sleep(1_000)
        await node.stop('SIGKILL')
        await proxy.undrain(node.name)
        this.startAgain(startNode(node))
        return count()
      }
      case 'primary, fast':
      case 'primary, immediate': {
        const { primary } = databases
        const began = performance.now()
        const seconds = () => ((performance.now() - began) / 1000).toFixed(1)
        this.databaseAwayUntil = Infinity
        await primary.stop(victim === 'primary, fast' ? 'fast' : 'immediate')
        await sleep(this.random.between(0, 500))
        const stopped = seconds()
        await primary.start()
        this.databaseAwayUntil = performance.now() + AFTERMATH_MS
        const accepting = seconds()
        announce(`${victim}, started at ${stopped} s, accepts connections at ${accepting} s`)
        await isStreaming(primary)
        announce(
          `${victim}, started at ${stopped} s, accepts connections at ${accepting} s, has its standby at ${seconds()} s`,
        )
        await sleep(1_000)
        return count()
      }
      case 'standby, fast':
        await databases.standby.stop('fast')
        await databases.standby.start()
        await isStreaming(databases.primary)
        return count()
      case 'deployment of another release': {
        await this.settled()
        announce(victim)
        const release = nodes[0]!.release === 1 ? 2 : 1
        for (const node of nodes) {
          await node.stop('SIGTERM')
          node.release = release
          await startNode(node)
        }
        return count(nodes.length)
      }
    }
  }
}

/**
 * Ends parts of a deployment at random while phones write, lists are imported and visitors read, until `kills`
 * programs have ended or the time is over.
 */
export async function proveKills(
  kills: number,
  minutes: number,
  random: Random,
  report: Report,
): Promise<void> {
  const began = performance.now()
  const ledger = new Ledger()
  const deployment = await startDeployment()
  const stop = new AbortController()
  let phones: Phone[] = []
  try {
    const { databases, proxy } = deployment
    phones = await createPhones(proxy.url, PEOPLE, ledger, random)
    const admin = new Phone(new Client(proxy.url, 400), ledger, random)
    const { email } = await admin.enter('register')
    await promoteAccount(deployment, email)
    const killer = new Killer(deployment, random)
    const reads = new Reads()
    reads.isDatabaseAway = killer.isDatabaseAway

    const work = Promise.all([
      ...phones.map((phone) => phone.use(stop.signal)),
      importLists(admin.client, ledger, stop.signal),
      read(proxy.url, READERS, reads, stop.signal),
    ])
    // An error of the work ends the kills.
    let failure: unknown
    work.catch((error: unknown) => (failure = error))
    await sleep(2_000)
    ledger.restartClock()
    let done = 0
    let printed = 0
    const ends = performance.now() + minutes * 60_000
    while (done < kills && performance.now() < ends) {
      await sleep(random.between(100, 1_000))
      if (failure !== undefined) throw failure
      done += await killer.kill((what) => ledger.event(what))
      if (done - printed >= PROGRESS_INTERVAL) {
        printed = done
        console.log(
          `${done} kills: ${ledger.summary()}; longest ${Math.round(ledger.longestGap)} ms without a write (${ledger.longestGapAfter}); ${reads.answered} reads, ${reads.failed.length} failed`,
        )
      }
    }
    await killer.settled()
    stop.abort()
    await work
    await until('imports have ended', async () => {
      const running = await databases.primary.query("select 1 from import_jobs where state = 'running'")
      return running.length === 0
    })
    const diverged = await converge(phones, databases.primary)
    const { lost, doubled, inconsistent, epochs } = await compare(databases.primary, ledger)
    const failures = failuresOf(phones)
    const seconds = Math.round((performance.now() - began) / 1000)

    report.row(
      'programs ended',
      `${done} in ${seconds} s: ${Array.from(killer.counts, ([what, count]) => `${count} ${what}`).join('; ')}`,
    )
    report.row('acknowledged changes', ledger.summary())
    report.count('acknowledged changes lost', lost)
    report.count('changes doubled', doubled)
    report.count('contradictions in the database', inconsistent)
    report.count('devices that differ from the server', diverged)
    report.count('epochs begun without a loss', epochs === 1 ? [] : [`${epochs - 1}`])
    report.row(
      'longest time without a successful write (goal 5 s)',
      `${(ledger.longestGap / 1000).toFixed(1)} s, after: ${ledger.longestGapAfter}`,
    )
    report.row(
      'requests to write that were not answered, and sent again',
      Array.from(failures, ([what, count]) => `${count} ${what}`).join(', ') || '0',
    )
    report.row(
      'reads',
      `${reads.answered} answered; ${reads.unavailable} of routes that need the database answered 503 DatabaseConnectionError while it was away`,
    )
    report.count('reads that failed', reads.failed)
    admin.close()
  } finally {
    stop.abort()
    for (const phone of phones) phone.close()
    await deployment.dispose()
  }
}
