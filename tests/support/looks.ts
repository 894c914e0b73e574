import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** How a screen is looked at: width in pixels, the system's scheme, and what a person has set, a bit each. */
export interface Look {
  width: number
  scheme: 'light' | 'dark'
  bits: number
}

const WIDTHS = [360, 1280] as const
export const SCHEMES = ['light', 'dark'] as const

/** High contrast, screen reader, text of 200 %, text spacing: the second look of a screen has the opposite of the first, so that each screen meets each of them. */
const ROWS = [0b0000, 0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100, 0b1111] as const

/** The first four as above, and larger text. Text of 200 % is as large as it gets, so that the one on top of the other is no look of its own. */
const EVERY_ROW = Array.from({ length: 32 }, (_, bits) => bits).filter((bits) => (bits & 0b10100) !== 0b10100)

/** All combinations, for `npm run verify:a11y`. Motion is always reduced: what moves has no look to judge. */
const EVERY_LOOK: readonly Look[] = WIDTHS.flatMap((width) =>
  SCHEMES.flatMap((scheme) => EVERY_ROW.map((bits) => ({ width, scheme, bits }))),
)

/** Pairwise: each screen meets both widths, both schemes and each setting on and off in two looks; which two goes round. */
export function looksAt(index: number): readonly Look[] {
  if (process.env['A11Y'] === 'all') return EVERY_LOOK
  const row = ROWS[index % ROWS.length]!
  return WIDTHS.map((width, look) => ({
    width,
    scheme: SCHEMES[(index + look) % 2]!,
    bits: look === 0 ? row : 0b1111 ^ row,
  }))
}

/** What axe finds on the page as it stands, a line each. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(AXE)
    // What is out of sight keeps the colours it was last drawn in, and nobody sees them.
    await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
  }
  const found = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as {
      axe: { run(context: object, options: object): Promise<AxeResults> }
    }
    return (await axe.run(document, { runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'] }))
      .violations
  }, RULES)
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

export async function dress(page: Page, width: number, colorScheme: Look['scheme']): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

/** Keeps settings and takes them into force, as another tab would. */
export const settle = (page: Page, bits: number) =>
  page.evaluate((row) => {
    const on = (bit: number) => String((row & bit) !== 0)
    localStorage.setItem('highContrastMode', on(1))
    localStorage.setItem('screenReaderMode', on(2))
    localStorage.setItem('largeText', on(16))
    localStorage.setItem(
      'offlead:settings',
      JSON.stringify({ fontSize: (row & 4) === 0 ? 100 : 200, textSpacing: (row & 8) !== 0 }),
    )
    dispatchEvent(new StorageEvent('storage', { key: null }))
  }, bits)

/** What axe finds on an open screen in some looks, a line each with its look. @param until the screen is there, whole */
export async function violationsIn(
  page: Page,
  looks: readonly Look[],
  until: () => Promise<unknown>,
): Promise<string[]> {
  const found: string[] = []
  for (const { width, scheme, bits } of looks) {
    await dress(page, width, scheme)
    await settle(page, bits)
    await until()
    found.push(
      ...(await violations(page)).map(
        (one) => `${width} px, ${scheme}, settings ${bits.toString(2)}: ${one}`,
      ),
    )
  }
  await settle(page, 0)
  return found
}
