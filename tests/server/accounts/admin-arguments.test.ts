import { expect, test } from 'vitest'
import { configIn, temporaryFolder } from '../harness.ts'
import { admin } from './admin-command.ts'

test.each([
  [[]],
  [['promote']],
  [['promote', 'a', 'b']],
  [['delete', 'a']],
  [['promote', 'a', '--force']],
  [['promote', 'a', '--id', '1']],
  [['promote', '--id', 'x']],
])('the arguments %j get the usage message', async (args) => {
  const { code, output } = await admin(configIn(temporaryFolder()), args)
  expect([
    code,
    output.includes('npm run admin -- promote') || output.includes("Unknown option '--force'"),
  ]).toEqual([1, true])
})
