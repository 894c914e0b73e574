import { readFileSync } from 'node:fs'

export interface Statement {
  /** `section.statement`, such as '4.12'. */
  readonly number: string
  /** Number of the section whose heading it is under. */
  readonly section: string
  readonly text: string
}

/** A statement is a list item that begins with its number in bold, or a row of a table whose first cell is its number. */
const STATEMENT = /^(?:- \*\*(\d+\.\d+)\*\* (.+)|\| (\d+\.\d+) \| (.+) \|)$/

/** The statements of a text in the form of docs/specification.md, in their order. */
export function readStatements(text: string): Statement[] {
  let section = ''
  return text.split('\n').flatMap((line) => {
    section = /^## (\d+)\. /.exec(line)?.[1] ?? section
    const found = STATEMENT.exec(line)
    return found ? [{ number: found[1] ?? found[3]!, section, text: found[2] ?? found[4]! }] : []
  })
}

/** What a text says is shown to the letter: its parts in double quotes, outside of code. */
export const quotedIn = (text: string): string[] =>
  [...text.replaceAll(/`[^`]*`/g, '').matchAll(/"([^"]+)"/g)].map(([, words]) => words!)

const CITATION = /\bspecification ((?:\d+\.\d+)(?:(?:, | and | to )\d+\.\d+)*)/g

/** Numbers of the statements that a text cites, as in "specification 4.12 and 4.13". */
export const citationsIn = (text: string): string[] =>
  [...text.matchAll(CITATION)].flatMap(([, numbers]) => numbers!.split(/, | and | to /))

const SPECIFICATION = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8')

/** Lines of the specification that must be a statement: all its list items and rows, but for the rows that name columns. */
export const itemLines = SPECIFICATION.split('\n').filter(
  (line) => /^(?:[-*|]|\d+\.) ?/.test(line) && !/^\|(?:-| No\. \|)/.test(line),
)

export const STATEMENTS = readStatements(SPECIFICATION)
