import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'

/** Longest text that anybody can put before one of these expressions, in characters: a description or a message (data/model/submission.ts). */
const LENGTH = 5_000
/** Milliseconds in which each must be through with such a text, however it is made. A text of twice the length may take so many times as long. */
const ENOUGH = 20
const TIMES = 3

interface Literal {
  file: string
  pattern: string
  flags: string
}

/** Every regular expression that is written in the product. */
async function literals(): Promise<Literal[]> {
  const found = new Map<string, Literal>()
  for await (const file of glob('{data,server,client,sw}/**/*.{ts,tsx}')) {
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      if ('type' in node && node.type === 'RegExpLiteral') {
        const { pattern, flags } = node as unknown as Literal
        found.set(`/${pattern}/${flags}`, { file, pattern, flags })
      }
      for (const child of Object.values(node)) walk(child)
    }
    walk(
      parseSync(readFileSync(file, 'utf8'), {
        syntax: 'typescript',
        tsx: file.endsWith('x'),
        target: 'esnext',
      }),
    )
  }
  return [...found.values()]
}

/** What it repeats is of what it is written with: its own letters, one of each class, and pairs of them. */
function pumps(pattern: string): string[] {
  const own = pattern.replaceAll(/\\[dDsSwWbBpP](\{[^}]*\})?|\\u[\da-f]{4}|[\\^$.*+?()[\]{}|]/gi, '')
  const single = [
    ...new Set([...own.slice(0, 12), 'a', '0', ' ', '\t', '\n', '-', '.', ',', ':', '/', '<', '(', '"', 'é']),
  ]
  return [
    ...single,
    ...single.slice(0, 8).flatMap((one) => single.slice(0, 8).map((other) => one + other)),
    'am ',
    '1 - ',
    ', a',
    'a.a@',
    '::',
    'ab 12 ',
  ]
}

const ENDS = ['', '\0', ' !']

function milliseconds({ pattern, flags }: Literal, text: string): number {
  // Sticky and global ones begin where they ended.
  const expression = new RegExp(pattern, flags)
  const start = performance.now()
  if (flags.includes('g')) text.replace(expression, '')
  else expression.test(text)
  return performance.now() - start
}

/** The first text that one takes its time with. */
function slowText(literal: Literal): string | undefined {
  for (const pump of pumps(literal.pattern)) {
    for (const end of ENDS) {
      const text = (length: number) => pump.repeat(Math.ceil(length / pump.length)) + end
      // Whose time grows with the square of the length takes a twenty-fifth of it with a fifth.
      if (milliseconds(literal, text(LENGTH / 5)) < ENOUGH / 100) continue
      if (milliseconds(literal, text(LENGTH)) < ENOUGH) continue
      // What one look finds slow may have been the machine: the fastest of three counts.
      const fastest = (length: number) =>
        Math.min(...Array.from({ length: 3 }, () => milliseconds(literal, text(length))))
      const [one, two] = [fastest(LENGTH), fastest(2 * LENGTH)]
      if (one > ENOUGH && two > TIMES * one)
        return `with ${JSON.stringify(pump)} and ${JSON.stringify(end)}: ${one.toFixed(0)} and ${two.toFixed(0)} ms`
    }
  }
  return undefined
}

test('no regular expression of the product is slow on any text that people can send', async () => {
  const all = await literals()
  expect(all.length).toBeGreaterThan(100)
  const slow: string[] = []
  for (const literal of all) {
    const found = slowText(literal)
    if (found) slow.push(`${literal.file}: /${literal.pattern}/${literal.flags} ${found}`)
  }
  console.log(`${all.length} regular expressions`)
  expect(slow).toEqual([])
}, 3_600_000)
