import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../../scripts/root.ts'
import type { Engine } from './driven-browser.ts'

/** `second attempt`: the first failed, for example because the driver did not reply. */
export interface Outcome {
  readonly result: 'works' | 'second attempt' | 'fails' | 'not run'
  readonly seconds: number
  /** Why the last failed attempt failed. */
  readonly reason: string
}

/** What one engine did. */
export interface EngineResults {
  readonly engine: Engine['name']
  readonly version: string
  /** By the name of the story. */
  readonly outcomes: Readonly<Record<string, Outcome>>
  /** Uncaught errors of pages. */
  readonly errors: readonly string[]
}

const PAGE = path.join(root, 'docs', 'browsers.md')
const WORDS: Record<Outcome['result'], string> = {
  works: 'works',
  'second attempt': 'works (second attempt)',
  fails: 'fails',
  'not run': 'not run',
}

/**
 * Replaces the table between the two comments that mark it.
 * @param note how the results came about, below the table
 */
export async function writeTable(
  stories: readonly string[],
  results: readonly EngineResults[],
  note: string,
): Promise<void> {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = [
    row(['story', ...results.map(({ version }) => version)]),
    row(['---', ...results.map(() => '---')]),
    ...stories.map((story) =>
      row([
        story,
        ...results.map(({ outcomes }) => {
          const outcome = outcomes[story]
          return outcome ? `${WORDS[outcome.result]}, ${Math.round(outcome.seconds)} s` : WORDS['not run']
        }),
      ]),
    ),
    '',
    note,
  ].join('\n')
  const page = await readFile(PAGE, 'utf8')
  await writeFile(
    PAGE,
    page.replace(
      /(<!-- table: npm run verify:engines -->\n)[\s\S]*?(\n<!-- end of table -->)/,
      (_, begin: string, end: string) => `${begin}${table}${end}`,
    ),
  )
}
