import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Config } from '../../../fastify.config.ts'
import { manageAdministrators } from '../../../scripts/admin.ts'
import { environmentOf } from '../harness.ts'

/** Runs `npm run admin` in this process. */
export async function admin(
  config: Config,
  args: string[],
  input = '',
): Promise<{ code: number; output: string }> {
  const output = new PassThrough()
  const read = text(output)
  const code = await manageAdministrators(args, environmentOf(config), output, {
    input: Readable.from([input]),
    messages: output,
  })
  output.end()
  return { code, output: (await read).trim() }
}
