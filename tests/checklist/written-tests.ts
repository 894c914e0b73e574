import { existsSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** A node of a parsed program (ESTree), with the fields used here. */
interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

/** A test as written in its file. */
export interface WrittenTest {
  /** Its title with placeholders (`%s`, `$name`) as written. */
  readonly title: string
  /** Its titles with the values of each table row, where the rows are literals in the same file. */
  readonly titles: readonly string[]
  /** Titles of the enclosing `describe` blocks, outermost first. */
  readonly groups: readonly string[]
  /**
   * Every literal text in it and in the declarations of its file that it uses, except input that it types,
   * sends or navigates to. `…` stands for the expressions of a template.
   */
  readonly texts: readonly string[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )

/** Calls whose arguments are input of the product or mocked responses, and so not texts on a screen. */
const INPUT_CALLS = new Set([
  'fill',
  'pressSequentially',
  'press',
  'goto',
  'go',
  'fulfill',
  'stringify',
  'route',
  'refuse',
  'type',
  'searchFor',
])

const nameOf = (callee: Node): string | undefined => {
  if (callee.type === 'Identifier') return callee['name'] as string
  if (callee.type === 'MemberExpression' && (callee['property'] as Node).type === 'Identifier')
    return (callee['property'] as Node)['name'] as string
  return undefined
}

/**
 * The function ('test', 'describe' …) before `.each(…)` or `.runIf(…)`, with the rows passed to `.each` or
 * `.for`.
 */
function runnerOf(callee: Node, rows: Node | null = null): { runner: string; rows: Node | null } | null {
  if (callee.type === 'Identifier') return { runner: callee['name'] as string, rows }
  if (callee.type === 'MemberExpression') return runnerOf(callee['object'] as Node, rows)
  if (callee.type === 'CallExpression') {
    const args = callee['arguments'] as Node[]
    const isTable = ['each', 'for'].includes(nameOf(callee['callee'] as Node) ?? '')
    return runnerOf(callee['callee'] as Node, isTable ? (args[0] ?? null) : rows)
  }
  return null
}

const PLACEHOLDER = '…'
const literalOf = (node: Node | null | undefined): string | undefined => {
  if (node?.type === 'Literal' && ['string', 'number'].includes(typeof node['value']))
    return String(node['value'])
  if (node?.type === 'TemplateLiteral')
    return (node['quasis'] as { value: { cooked: string } }[])
      .map(({ value }) => value.cooked)
      .join(PLACEHOLDER)
  if (node?.type === 'TSAsExpression') return literalOf(node['expression'] as Node)
  return undefined
}

/** The literal values of each row of a test table, where the table is an array in the same file. */
function rowsOf(
  table: Node | null,
  declared: ReadonlyMap<string, readonly Node[]>,
): (string | undefined)[][] {
  if (table === null) return []
  if (table.type === 'TSAsExpression') return rowsOf(table['expression'] as Node, declared)
  if (table.type === 'Identifier')
    return (declared.get(table['name'] as string) ?? []).flatMap((node) =>
      rowsOf((node['init'] as Node | null | undefined) ?? null, declared),
    )
  if (table.type !== 'ArrayExpression') return []
  return (table['elements'] as Node[]).map((row) =>
    (row.type === 'ArrayExpression' || row.type === 'TSAsExpression' ? elementsOf(row) : [row]).map(
      literalOf,
    ),
  )
}
const elementsOf = (node: Node): Node[] =>
  node.type === 'TSAsExpression'
    ? elementsOf(node['expression'] as Node)
    : node.type === 'ArrayExpression'
      ? (node['elements'] as Node[])
      : [node]

/** A title with the values of a row; `undefined` when a value is not a literal. */
function withRow(title: string, row: readonly (string | undefined)[]): string | undefined {
  let next = 0
  let isComplete = true
  const filled = title.replaceAll(/%[sdifjo]/g, () => {
    const value = row[next++]
    if (value === undefined) isComplete = false
    return value ?? ''
  })
  return isComplete && next > 0 ? filled : undefined
}

const cache = new Map<string, WrittenTest[] | null>()

/**
 * The tests of a file, given as its path below `tests` without `.test.ts`; `null` when the file does not
 * exist.
 */
export function testsOf(file: string): WrittenTest[] | null {
  const cached = cache.get(file)
  if (cached !== undefined) return cached
  const url = new URL(`../${file}.test.ts`, import.meta.url)
  const tests = existsSync(url) ? parse(readFileSync(url, 'utf8')) : null
  cache.set(file, tests)
  return tests
}

function parse(source: string): WrittenTest[] {
  const program = parseSync('x.ts', source).program as unknown as Node
  const declared = new Map<string, Node[]>()
  const calls: { call: Node; groups: readonly string[] }[] = []
  const walk = (node: Node, inTest: boolean, groups: readonly string[]) => {
    const runner = node.type === 'CallExpression' ? runnerOf(node['callee'] as Node)?.runner : undefined
    const isTest =
      (runner === 'test' || runner === 'it') && literalOf((node['arguments'] as Node[])[0]) !== undefined
    if (isTest) calls.push({ call: node, groups })
    const group = runner === 'describe' ? literalOf((node['arguments'] as Node[])[0]) : undefined
    const inside = group === undefined ? groups : [...groups, group]
    if (!inTest && node.type === 'VariableDeclarator')
      for (const name of namesIn(node['id'] as Node))
        declared.set(name, [...(declared.get(name) ?? []), node])
    if (!inTest && node.type === 'FunctionDeclaration')
      declared.set((node['id'] as Node)['name'] as string, [
        ...(declared.get((node['id'] as Node)['name'] as string) ?? []),
        node,
      ])
    for (const child of childrenOf(node)) walk(child, inTest || isTest, inside)
  }
  walk(program, false, [])
  return calls.map(({ call, groups }) => {
    const title = literalOf((call['arguments'] as Node[])[0])!
    const rows = rowsOf(runnerOf(call['callee'] as Node)!.rows, declared)
    const titles = rows.map((row) => withRow(title, row)).filter((filled) => filled !== undefined)
    return { title, titles, groups, texts: textsIn(call, declared) }
  })
}

function namesIn(pattern: Node): string[] {
  return pattern.type === 'Identifier' ? [pattern['name'] as string] : childrenOf(pattern).flatMap(namesIn)
}

function textsIn(test: Node, declared: ReadonlyMap<string, readonly Node[]>): string[] {
  const texts: string[] = []
  const seen = new Set<Node>()
  const visit = (node: Node) => {
    if (seen.has(node)) return
    seen.add(node)
    if (node.type === 'Literal' && node['regex'])
      texts.push(
        (node['regex'] as { pattern: string }).pattern.replaceAll(/\\(.)/g, '$1').replaceAll(/^\^|\$$/g, ''),
      )
    else {
      const text = literalOf(node)
      if (text !== undefined) texts.push(text)
    }
    if (node.type === 'Identifier')
      for (const declaration of declared.get(node['name'] as string) ?? []) visit(declaration)
    if (node.type === 'CallExpression' && INPUT_CALLS.has(nameOf(node['callee'] as Node) ?? ''))
      return visit(node['callee'] as Node)
    for (const child of childrenOf(node)) visit(child)
  }
  // A text in the title is not evidence that the test asserts it.
  const [, ...rest] = test['arguments'] as Node[]
  for (const part of [test['callee'] as Node, ...rest]) visit(part)
  return texts
}

/** Splits `folder/file: title`. */
function readReference(reference: string): { file: string; title: string } {
  const at = reference.indexOf(': ')
  return { file: reference.slice(0, at), title: reference.slice(at + 2) }
}

/**
 * The tests that a reference means: the one with that title, or with a table row that gives that title;
 * otherwise all tests of the `describe` with that title. Empty when there is none.
 */
export function findTests(reference: string): WrittenTest[] {
  const { file, title } = readReference(reference)
  const tests = testsOf(file) ?? []
  const single =
    tests.find((written) => written.title === title || written.titles.includes(title)) ??
    tests.find((written) => patternOf(written.title)?.test(title))
  return single ? [single] : tests.filter(({ groups }) => groups.includes(title))
}

/**
 * A pattern that matches a title with any values for its placeholders; `null` when too little of the title is
 * fixed.
 */
function patternOf(title: string): RegExp | null {
  const gaps = /%[sdifjo]|\$[\w.]+|…/g
  if (!gaps.test(title) || title.replaceAll(gaps, '').trim().length < 8) return null
  const fixed = title
    .split(/%[sdifjo]|\$[\w.]+|…/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${fixed.join('.+')}$`)
}
