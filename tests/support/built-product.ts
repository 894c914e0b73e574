import { buildClient } from '../../scripts/build.ts'

/** Builds the client, because the browser tests run against the production build. */
export default async function setup(): Promise<void> {
  await buildClient({ quiet: true })
}
