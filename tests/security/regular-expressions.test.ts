import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'

/** Longest text that people can send, in characters: a description or message (data/model/submission.ts). */
const MAX_LENGTH = 5_000
/** Time limit for each expression on a text of that length. */
const LIMIT_MS = 20
/** A text of twice the length may take at most this many times as long. */
const MAX_GROWTH = 3

interface Literal {
  file: string
  pattern: string
  flags: string
}

/** Written as a variable: knip takes a literal pattern for an import of every file that it matches. */
const PRODUCT = ['data', 'server', 'client', 'sw'].map((folder) => `${folder}/**/*.{ts,tsx}`)

/** Every regular expression literal in the product. */
async function findLiterals(): Promise<Literal[]> {
  const found = new Map<string, Literal>()
  for await (const file of glob(PRODUCT)) {
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

/** Texts to repeat: characters of the expression itself, one of each common class, and pairs of them. */
function repeatedTexts(pattern: string): string[] {
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
  // A sticky or global expression keeps state, so it is created for each run.
  const expression = new RegExp(pattern, flags)
  const start = performance.now()
  if (flags.includes('g')) text.replace(expression, '')
  else expression.test(text)
  return performance.now() - start
}

/** Describes the first text on which the expression is slow; `undefined` when there is none. */
function slowText(literal: Literal): string | undefined {
  for (const repeated of repeatedTexts(literal.pattern)) {
    for (const end of ENDS) {
      const text = (length: number) => repeated.repeat(Math.ceil(length / repeated.length)) + end
      // Quadratic time means that a fifth of the length takes a twenty-fifth of the time.
      if (milliseconds(literal, text(MAX_LENGTH / 5)) < LIMIT_MS / 100) continue
      if (milliseconds(literal, text(MAX_LENGTH)) < LIMIT_MS) continue
      // A single slow run may be due to the machine, so the fastest of three counts.
      const fastest = (length: number) =>
        Math.min(...Array.from({ length: 3 }, () => milliseconds(literal, text(length))))
      const [one, two] = [fastest(MAX_LENGTH), fastest(2 * MAX_LENGTH)]
      if (one > LIMIT_MS && two > MAX_GROWTH * one)
        return `with ${JSON.stringify(repeated)} and ${JSON.stringify(end)}: ${one.toFixed(0)} and ${two.toFixed(0)} ms`
    }
  }
  return undefined
}

test('no regular expression of the product is slow on any text that people can send', async () => {
  const all = await findLiterals()
  expect(all.length).toBeGreaterThan(100)
  const slow: string[] = []
  for (const literal of all) {
    const found = slowText(literal)
    if (found) slow.push(`${literal.file}: /${literal.pattern}/${literal.flags} ${found}`)
  }
  console.log(`${all.length} regular expressions`)
  expect(slow).toEqual([])
}, 3_600_000)
