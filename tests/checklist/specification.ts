import { readFileSync } from 'node:fs'

export interface Statement {
  /** `section.statement`, such as '4.12'. */
  readonly number: string
  /** Number of the section that contains it. */
  readonly section: string
  readonly text: string
}

/**
 * A statement is a list item that starts with its number in bold, or a table row whose first cell is its
 * number.
 */
const STATEMENT = /^(?:- \*\*(\d+\.\d+)\*\* (.+)|\| (\d+\.\d+) \| (.+) \|)$/

/** The statements of a text in the format of docs/specification.md, in order. */
export function readStatements(text: string): Statement[] {
  let section = ''
  return text.split('\n').flatMap((line) => {
    section = /^## (\d+)\. /.exec(line)?.[1] ?? section
    const match = STATEMENT.exec(line)
    return match ? [{ number: match[1] ?? match[3]!, section, text: match[2] ?? match[4]! }] : []
  })
}

/** The texts that a statement fixes literally: its parts in double quotes, outside of code spans. */
export const quotedIn = (text: string): string[] =>
  [...text.replaceAll(/`[^`]*`/g, '').matchAll(/"([^"]+)"/g)].map(([, quoted]) => quoted!)

const CITATION = /\bspecification ((?:\d+\.\d+)(?:(?:, | and | to )\d+\.\d+)*)/g

/** Numbers of the statements that a text cites in the form "specification 4.12 and 4.13". */
export const citationsIn = (text: string): string[] =>
  [...text.matchAll(CITATION)].flatMap(([, numbers]) => numbers!.split(/, | and | to /))

const SPECIFICATION = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8')

/** Lines of the specification that must be statements: all list items and table rows except table headers. */
export const itemLines = SPECIFICATION.split('\n').filter(
  (line) => /^(?:[-*|]|\d+\.) ?/.test(line) && !/^\|(?:-| No\. \|)/.test(line),
)

export const STATEMENTS = readStatements(SPECIFICATION)
