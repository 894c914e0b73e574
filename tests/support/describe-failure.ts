import { afterEach } from 'vitest'
import { describePages } from './browser.ts'

// A test that fails once in a hundred runs has to say all that can be known.
afterEach(async ({ task }) => {
  const error = task.result?.errors?.[0]
  if (error === undefined) return
  const pages = await describePages()
  error.message += `\n${pages}`
  if (error.stack !== undefined) error.stack += `\n${pages}`
})
