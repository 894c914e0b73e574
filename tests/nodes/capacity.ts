import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from './client.ts'
import { startDeployment } from './deployment.ts'
import type { Deployment } from './deployment.ts'
import { PlainDevice } from './plain-device.ts'
import type { Report } from './report.ts'

const DEVICES = 24
/** Milliseconds. */
const WARM_UP = 3_000
const MEASURED = 10_000
const SYNCS_A_DAY = 3
const SECONDS_A_DAY = 86_400

/** Ticks of the processor's time in /proc per second. */
const ticksPerSecond = () => Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Processor time of a process, in ticks; with that of the children that have ended, if it has any. */
function ticksOf(pid: number, withEnded = false): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const own = fields[11]! + fields[12]!
    return withEnded ? own + fields[13]! + fields[14]! : own
  } catch {
    return 0
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          Number(
            readFileSync(`/proc/${pid}/stat`, 'utf8')
              .replace(/^.*\) /s, '')
              .split(' ')[1],
          ) === parent
        )
      } catch {
        return false
      }
    })
}

/** Ticks of a database server with all its processes. */
const ticksOfServer = (pid: number) =>
  ticksOf(pid, true) + childrenOf(pid).reduce((sum, child) => sum + ticksOf(child), 0)

interface Usage {
  nodes: number
  database: number
  standby: number
  proxies: number
  statements: number
  roundTrips: number
}

async function usageOf({ nodes, databases, proxy, address }: Deployment): Promise<Usage> {
  const [row] = await databases.primary.query<{ statements: string; trips: string }>(
    `select coalesce(sum(calls), 0) as statements, coalesce(sum(calls) filter (where query !~* '^(begin|select pg_advisory|select set_config)'), 0) as trips
      from pg_stat_statements`,
    'postgres',
  )
  return {
    nodes: nodes.reduce((sum, { pid }) => sum + ticksOf(pid), 0),
    database: ticksOfServer(databases.primary.pid),
    standby: ticksOfServer(databases.standby.pid),
    proxies: ticksOf(proxy.pid) + ticksOf(address.pid),
    statements: Number(row!.statements),
    roundTrips: Number(row!.trips),
  }
}

/** What one exchange costs: milliseconds of processor time by program, and SQL statements. */
interface Cost extends Usage {
  perSecond: number
}

/** Runs exchanges of one kind by many devices at once. */
async function measure(
  deployment: Deployment,
  devices: readonly PlainDevice[],
  kind: 'save' | 'ask',
): Promise<Cost> {
  let done = 0
  const ends = performance.now() + WARM_UP + MEASURED
  const work = Promise.all(
    devices.map(async (device) => {
      while (performance.now() < ends) {
        const request = device[kind]()
        const { status, body } = await device.client.json('POST', '/api/sync', request)
        if (status !== 200) throw new Error(`${status} ${body}`)
        device.settle(request, body)
        done += 1
      }
    }),
  )
  await sleep(WARM_UP)
  const [before, doneBefore, began] = [await usageOf(deployment), done, performance.now()]
  await Promise.race([sleep(MEASURED - 1_000), work])
  const [after, doneAfter, ended] = [await usageOf(deployment), done, performance.now()]
  await work
  const exchanges = doneAfter - doneBefore
  const milliseconds = (ticks: number) => (ticks / ticksPerSecond() / exchanges) * 1_000
  return {
    perSecond: exchanges / ((ended - began) / 1_000),
    nodes: milliseconds(after.nodes - before.nodes),
    database: milliseconds(after.database - before.database),
    standby: milliseconds(after.standby - before.standby),
    proxies: milliseconds(after.proxies - before.proxies),
    statements: (after.statements - before.statements) / exchanges,
    roundTrips: (after.roundTrips - before.roundTrips) / exchanges,
  }
}

const costText = ({ perSecond, nodes, database, standby, proxies, statements }: Cost) =>
  `${perSecond.toFixed(0)} a second; ${statements.toFixed(1)} statements; processor time ${nodes.toFixed(1)} ms in nodes, ${database.toFixed(1)} ms in the primary, ${standby.toFixed(1)} ms in the standby, ${proxies.toFixed(1)} ms in proxies`

/** Measures what exchanges cost with 1, 2 and 3 nodes. */
export async function measureCapacity(report: Report): Promise<void> {
  for (const nodes of [1, 2, 3]) {
    const deployment = await startDeployment({ nodes })
    try {
      await deployment.databases.primary.query('create extension pg_stat_statements', 'postgres')
      const devices = Array.from(
        { length: DEVICES },
        (_, at) => new PlainDevice(new Client(deployment.proxy.url, 1 + at)),
      )
      for (const device of devices) await device.register()
      const name = `${nodes} ${nodes === 1 ? 'node' : 'nodes'}`
      const saves = await measure(deployment, devices, 'save')
      report.row(`${name}: exchanges with one change`, costText(saves))
      const asks = await measure(deployment, devices, 'ask')
      report.row(`${name}: exchanges without changes`, costText(asks))
      if (nodes === 1) {
        const inNode = (SECONDS_A_DAY * 1_000) / saves.nodes / SYNCS_A_DAY
        const inDatabase = (SECONDS_A_DAY * 1_000) / saves.database / SYNCS_A_DAY
        const text = (count: number) => `${(count / 1e6).toFixed(1)} million`
        report.row(
          `devices by processor time, at ${SYNCS_A_DAY} syncs with a change a day, spread evenly`,
          `${text(inNode)} for each core of nodes, ${text(inDatabase)} for each core of the primary`,
        )
      }
      for (const device of devices) device.client.close()
    } finally {
      await deployment.dispose()
    }
  }
}
