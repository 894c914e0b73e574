import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PRIVACY } from '../../client/features/legal/texts.ts'
import { POINT_TEXTS } from '../../client/features/submissions/point-texts.ts'
import { FAVOURITES_COOKIE, HISTORY_COOKIE } from '../../client/store/cookie-mirror.ts'
import { HINT_COOKIE } from '../../data/model/constants.ts'
import { root } from '../../scripts/root.ts'

const textOf = (title: string) =>
  PRIVACY.sections
    .find((section) => section.title.includes(title))!
    .blocks.flat()
    .join('\n')

test('the privacy page names every cookie, and the two that go with each request of a person without an account', () => {
  const cookies = textOf('Cookies')
  for (const name of ['offlead-session', 'offlead-device', HINT_COOKIE, FAVOURITES_COOKIE, HISTORY_COOKIE])
    expect(cookies).toContain(name)
  expect(cookies).toContain('your browser sends them to our server with every request')
  expect(textOf('What is sent to us')).toContain('two cookies with every request')
})

test('the lead of the privacy page says that searches are counted, as section 7 does', () => {
  expect(PRIVACY.lead).toContain('Searches are counted')
  expect(textOf('Statistics')).toContain('we count searches')
})

test('the privacy page names the button that sends the position with a submission or a report', () => {
  for (const title of ['What is sent to us', 'Your position'])
    expect(textOf(title)).toContain(`“${POINT_TEXTS.here}”`)
})

test('the server does not read the cookies that copy favourites and history', async () => {
  for await (const file of glob('server/**/*.ts', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    expect([
      file,
      /offlead-(favourites|history)|FAVOURITES_COOKIE|HISTORY_COOKIE|cookie-mirror/.test(text),
    ]).toEqual([file, false])
  }
})
