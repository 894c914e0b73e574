import { existsSync, readFileSync } from 'node:fs'

const PLACE = new URL('../../../shared/', import.meta.url)
const textOf = (file: string) =>
  existsSync(new URL(file, PLACE)) ? readFileSync(new URL(file, PLACE), 'utf8') : ''

/** The specification, where it lies beside the project; '' where it does not. */
export const specification = textOf('spec.md')

/** Numbers of the decisions on it that are written down. */
export const decisions = new Set(
  [...textOf('decisions.md').matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number)),
)

/** A section by its number, without its heading. */
export function section(number: number): string {
  const start = specification.indexOf(`\n## ${number}. `)
  const end = specification.indexOf(`\n## ${number + 1}. `)
  return specification.slice(specification.indexOf('\n', start + 1), end === -1 ? undefined : end)
}

/** Quoted texts. An apostrophe within a word ends nothing. */
const QUOTED = /(?<![\w’])'((?:[^'\n]|'(?=[a-z]{1,3}\b))+)'(?!\w)/g

/** What stands in quotes in a text. */
export const quoted = (text: string): string[] => [...text.matchAll(QUOTED)].map(([, words]) => words!)

/** The sentences of a line. What is quoted is part of its sentence, whatever stands in it. */
function sentencesOf(line: string): string[] {
  const masked = line.replaceAll(
    QUOTED,
    (whole, words: string) => `'${'x'.repeat(whole.length - 3)}${words.at(-1)!}'`,
  )
  const sentences: string[] = []
  let from = 0
  for (const { index, 0: end } of masked.matchAll(/(?<!\be\.g)[.!?]['")]*\s+(?=['"({]?[A-Z/])/g)) {
    sentences.push(line.slice(from, index + end.length).trim())
    from = index + end.length
  }
  return [...sentences, line.slice(from).trim()].filter(Boolean)
}

/** A text split into what can be true or not: rows of its tables, and the sentences of its lines and bullets. Headings say nothing. */
export function statements(text: string): string[] {
  const lines = text.split('\n')
  return lines.flatMap((raw, index) => {
    const line = raw.trim()
    if (line === '' || line.startsWith('#') || /^\|[-| ]+\|$/.test(line)) return []
    if (!line.startsWith('|')) return sentencesOf(line.replace(/^- /, ''))
    // The row above the line of dashes names the columns.
    return /^\|[-| ]+\|$/.test(lines[index + 1]?.trim() ?? '')
      ? []
      : [
          line
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim())
            .join(' | '),
        ]
  })
}
