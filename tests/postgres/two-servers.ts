import type { FastifyInstance } from 'fastify'
import type { Config } from '../../fastify.config.ts'
import { configIn, putClient, seed, startedOn, temporaryFolder } from '../server/harness.ts'

/** Two servers on one database, each with a data folder of its own. */
export async function twoServers(
  change: Partial<Config> = {},
  clock?: () => Date,
): Promise<{ one: FastifyInstance; two: FastifyInstance; address: string; configs: [Config, Config] }> {
  const config = configIn(temporaryFolder(), change)
  const address = await seed(config)
  const other: Config = { ...configIn(temporaryFolder(), change), databaseUrl: address }
  for (const each of [config, other]) putClient(each)
  const { app: one } = await startedOn(config, clock)
  const { app: two } = await startedOn(other, clock)
  return { one, two, address, configs: [config, other] }
}
