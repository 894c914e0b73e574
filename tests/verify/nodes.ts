import { existsSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../../scripts/root.ts'
import { postgresPrograms } from '../nodes/database-pair.ts'
import { measureCapacity } from '../nodes/capacity.ts'
import { proveDoubled } from '../nodes/doubled.ts'
import { proveKills } from '../nodes/kills.ts'
import { provePromotion } from '../nodes/promotion.ts'
import { HAPROXY } from '../nodes/proxy.ts'
import { randomFrom } from '../nodes/random.ts'
import { Report } from '../nodes/report.ts'

/**
 * `npm run verify:nodes`: a deployment of three nodes on this machine, with the proxy, the PostgreSQL primary and
 * the standby of `deploy`, all real programs. `--kills` programs (200) are ended at random while devices write,
 * lists are imported and visitors read, within `--minutes` (60); `--seed` repeats the decisions; `--only` runs one part.
 */
const PARTS = ['kills', 'promotion', 'doubled', 'capacity'] as const
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 30) },
    only: { type: 'string' },
  },
})
if (values.only !== undefined && !PARTS.some((part) => part === values.only)) {
  console.error(`--only must be one of ${PARTS.join(', ')}`)
  process.exit(1)
}
if (postgresPrograms() === undefined || !existsSync(HAPROXY)) {
  console.error(
    'This needs HAProxy 2.6 and PostgreSQL 15 or later. On Debian or Ubuntu: sudo apt-get install haproxy postgresql',
  )
  process.exit(1)
}
if (!existsSync(path.join(root, 'dist', 'client'))) {
  console.error('The client is not built: npm run build')
  process.exit(1)
}

// Ends what was started when this ends in any way, and ends after a time in which everything must be done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
const limitSeconds = 1_800 + 30 * Number(values.kills)
setTimeout(() => {
  console.error(`not done within ${limitSeconds} s`)
  process.exit(1)
}, limitSeconds * 1_000).unref()

const seed = Number(values.seed)
const random = randomFrom(seed)
const runs = (part: (typeof PARTS)[number]) => values.only === undefined || values.only === part
const began = performance.now()
const wrong: string[] = []
async function prove(title: string, part: (report: Report) => Promise<void>): Promise<void> {
  const report = new Report(title)
  await part(report)
  wrong.push(...report.wrong)
  console.log(String(report))
}

if (runs('kills'))
  await prove('kills', (report) => proveKills(Number(values.kills), Number(values.minutes), random, report))
if (runs('promotion')) {
  await prove('promotion of the standby', async (report) => {
    await provePromotion('synchronous', random, report)
    await provePromotion('lagging, new epoch by the operator', random, report)
    await provePromotion('lagging, nodes find out', random, report)
  })
}
if (runs('doubled')) await prove('operations sent to several nodes', proveDoubled)
if (runs('capacity')) await prove('capacity', measureCapacity)

console.log(
  `${wrong.length === 0 ? 'nothing wrong' : `${wrong.length} WRONG`} (seed ${seed}, ${Math.round((performance.now() - began) / 1000)} s, ${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(0)})`,
)
process.exitCode = wrong.length === 0 ? 0 : 1
