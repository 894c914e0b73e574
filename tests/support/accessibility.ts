import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Locator, Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A combination of viewport width in pixels, colour scheme and accessibility settings, one bit each. */
export interface Look {
  width: number
  scheme: 'light' | 'dark'
  bits: number
}

const WIDTHS = [360, 1280] as const
export const SCHEMES = ['light', 'dark'] as const

/**
 * Bits: high contrast, screen reader, text of 200 %, text spacing. The second look of a screen has the
 * opposite settings of the first, so that each screen is tested with each setting on and off.
 */
const SETTING_ROWS = [0b0000, 0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100, 0b1111] as const

/**
 * The four settings above, and larger text. Larger text together with 200 % makes no difference and is left
 * out.
 */
const ALL_SETTING_ROWS = Array.from({ length: 32 }, (_, bits) => bits).filter(
  (bits) => (bits & 0b10100) !== 0b10100,
)

/**
 * All combinations, for `npm run verify:a11y`. Motion is always reduced, because axe cannot judge animations.
 */
const ALL_LOOKS: readonly Look[] = WIDTHS.flatMap((width) =>
  SCHEMES.flatMap((scheme) => ALL_SETTING_ROWS.map((bits) => ({ width, scheme, bits }))),
)

/**
 * Pairwise: each screen is tested in both widths, both schemes and with each setting on and off in two looks;
 * `index` selects which two.
 */
export function looksAt(index: number): readonly Look[] {
  if (process.env['A11Y'] === 'all') return ALL_LOOKS
  const row = SETTING_ROWS[index % SETTING_ROWS.length]!
  return WIDTHS.map((width, look) => ({
    width,
    scheme: SCHEMES[(index + look) % 2]!,
    bits: look === 0 ? row : 0b1111 ^ row,
  }))
}

/**
 * The words of an element, as displayed, that are broken elsewhere than after a hyphen, dash or slash, and those that a
 * select has no room for.
 */
export const brokenWords = (within: Locator): Promise<string[]> =>
  within.evaluate((element) => {
    const broken: string[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (!text.parentElement!.checkVisibility()) continue
      for (const { 0: word, index } of text.textContent!.matchAll(/[^\s\-–—/]+/g)) {
        const range = new Range()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
      }
    }
    const canvas = document.createElement('canvas').getContext('2d')!
    for (const select of element.querySelectorAll('select')) {
      const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(select)
      canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`
      const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      const words = Array.from(select.options).flatMap(({ text }) => text.split(' '))
      if (room > 0) broken.push(...words.filter((word) => canvas.measureText(word).width > room))
    }
    return broken
  })

/** The violations that axe finds on the page in its current state, one per line. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(AXE)
    // Off-screen content keeps its last rendered colours, which axe would report.
    await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
  }
  // The sticky header would cover part of a control that is below it, which then counts as too small.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const found = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as {
      axe: { run(context: object, options: object): Promise<AxeResults> }
    }
    const { violations } = await axe.run(document, {
      runOnly: { type: 'tag', values: rules },
      resultTypes: ['violations'],
      // Not the style sheets, which none of these rules reads: they take a third of the time.
      preload: { assets: ['media'] },
    })
    return violations
  }, RULES)
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

export async function applyLook(page: Page, width: number, colorScheme: Look['scheme']): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

/** Stores settings and applies them, as another tab would. */
export const applySettings = (page: Page, bits: number) =>
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

/**
 * The violations that axe finds on a screen in several looks, one per line with its look.
 * @param until resolves when the screen is complete
 */
export async function violationsIn(
  page: Page,
  looks: readonly Look[],
  until: () => Promise<unknown>,
): Promise<string[]> {
  const found: string[] = []
  for (const { width, scheme, bits } of looks) {
    await applyLook(page, width, scheme)
    await applySettings(page, bits)
    await until()
    found.push(
      ...(await violations(page)).map(
        (one) => `${width} px, ${scheme}, settings ${bits.toString(2)}: ${one}`,
      ),
    )
  }
  await applySettings(page, 0)
  return found
}
