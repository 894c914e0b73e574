import { Client } from './client.ts'
import { startDeployment } from './deployment.ts'
import { PlainDevice } from './plain-device.ts'
import type { Report } from './report.ts'

const OPERATIONS = 50
const DEVICES = 16
/** Each sent twice at once: 160 requests. */
const REQUESTS_PER_DEVICE = 10

/** Sends operations to several nodes at the same time: each must be applied once, and have one outcome. */
export async function proveDoubled(report: Report): Promise<void> {
  const deployment = await startDeployment()
  try {
    const { nodes, databases } = deployment
    const origins = nodes.map(({ port }) => `http://127.0.0.1:${port}`)
    const errors: string[] = []
    const different: string[] = []
    const operations: string[] = []

    /** Sends one request to these nodes at once. */
    const sendTo = async (device: PlainDevice, clients: readonly Client[]) => {
      const request = device.save()
      const answers = await Promise.all(clients.map((client) => client.json('POST', '/api/sync', request)))
      const failed = answers.find(({ status }) => status !== 200)
      if (failed) {
        errors.push(`${failed.status} ${failed.body}`)
        return
      }
      const outcomes = answers.map(({ body }) => JSON.stringify(device.settle(request, body).outcomes))
      if (new Set(outcomes).size !== 1) different.push(outcomes.join(' and '))
      operations.push(request.operations[0]!.opId)
    }
    const register = async (number: number) => {
      const device = new PlainDevice(new Client(origins[0]!, number))
      await device.register()
      return { device, clients: origins.map((origin) => device.client.toward(origin)) }
    }

    const { device, clients } = await register(1)
    for (let sent = 0; sent < OPERATIONS; sent += 1) await sendTo(device, clients)
    report.row('operations sent to three nodes at the same time', String(OPERATIONS))

    const devices = await Promise.all(Array.from({ length: DEVICES }, (_, at) => register(2 + at)))
    await Promise.all(
      devices.map(async (each, at) => {
        for (let sent = 0; sent < REQUESTS_PER_DEVICE; sent += 1)
          await sendTo(each.device, [each.clients[at % 3]!, each.clients[(at + 1 + (sent % 2)) % 3]!])
      }),
    )
    report.row('requests sent to two nodes at the same time', String(DEVICES * REQUESTS_PER_DEVICE))
    report.count('errors', errors)
    report.count('operations with different outcomes', different)
    const rows = await databases.primary.query<{ opId: string; outcomes: string; saves: string }>(
      `select "opId", count(*) as outcomes, (select count(*) from favourite_adds where "addId" = "opId") as saves
        from sync_outcomes group by 1`,
    )
    const found = new Map(
      rows.map(({ opId, outcomes, saves }) => [opId, `${outcomes} outcomes, ${saves} rows`]),
    )
    report.count(
      'operations without exactly one row and one outcome',
      operations.flatMap((opId) =>
        found.get(opId) === '1 outcomes, 1 rows' ? [] : `${opId}: ${found.get(opId)}`,
      ),
    )
  } finally {
    await deployment.dispose()
  }
}
