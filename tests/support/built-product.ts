import { buildClient } from '../../scripts/build.ts'

/** The browser tests drive the client as it is shipped. */
export default async function setup(): Promise<void> {
  await buildClient({ quiet: true })
}
