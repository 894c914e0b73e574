import { existsSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** A node of a parsed program (ESTree), as far as it is looked at here. */
interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

/** A test as it is written in its file. */
export interface WrittenTest {
  /** Its title; where rows of a table are put in, `%s` and `$name` stand as they are written. */
  readonly title: string
  /** Titles with rows put in, as far as the rows are written beside them. */
  readonly titles: readonly string[]
  /** Every text in it and in what it uses of its file, but for what it types, sends or goes to. Of a template, `…` stands for what is put in. */
  readonly texts: readonly string[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )

/** What a test gives the product, and what stands in for the server: no text of a screen. */
const GIVEN = new Set([
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

/** 'test', 'describe' and the like, through `.each(…)`, `.runIf(…)`; with the rows that `.each` or `.for` is given. */
function runnerOf(callee: Node, rows: Node | null = null): { runner: string; rows: Node | null } | null {
  if (callee.type === 'Identifier') return { runner: callee['name'] as string, rows }
  if (callee.type === 'MemberExpression') return runnerOf(callee['object'] as Node, rows)
  if (callee.type === 'CallExpression') {
    const given = callee['arguments'] as Node[]
    const each = ['each', 'for'].includes(nameOf(callee['callee'] as Node) ?? '')
    return runnerOf(callee['callee'] as Node, each ? (given[0] ?? null) : rows)
  }
  return null
}

const PUT_IN = '…'
const literalOf = (node: Node | null | undefined): string | undefined => {
  if (node?.type === 'Literal' && ['string', 'number'].includes(typeof node['value']))
    return String(node['value'])
  if (node?.type === 'TemplateLiteral')
    return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(PUT_IN)
  if (node?.type === 'TSAsExpression') return literalOf(node['expression'] as Node)
  return undefined
}

/** Rows of a table of tests, where they are written as a list: of each, its texts. */
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
    (row.type === 'ArrayExpression' || row.type === 'TSAsExpression' ? listOf(row) : [row]).map(literalOf),
  )
}
const listOf = (node: Node): Node[] =>
  node.type === 'TSAsExpression'
    ? listOf(node['expression'] as Node)
    : node.type === 'ArrayExpression'
      ? (node['elements'] as Node[])
      : [node]

/** A title with a row put in; `undefined` when a part of it is not written. */
function withRow(title: string, row: readonly (string | undefined)[]): string | undefined {
  let next = 0
  let whole = true
  const said = title.replaceAll(/%[sdifjo]/g, () => {
    const value = row[next++]
    if (value === undefined) whole = false
    return value ?? ''
  })
  return whole && next > 0 ? said : undefined
}

const read = new Map<string, WrittenTest[] | null>()

/** The tests of a file, named by its path below `tests` without its ending; `null` when there is no such file. */
export function testsOf(file: string): WrittenTest[] | null {
  const known = read.get(file)
  if (known !== undefined) return known
  const place = new URL(`../${file}.test.ts`, import.meta.url)
  const found = existsSync(place) ? parse(readFileSync(place, 'utf8')) : null
  read.set(file, found)
  return found
}

function parse(source: string): WrittenTest[] {
  const program = parseSync('x.ts', source).program as unknown as Node
  const declared = new Map<string, Node[]>()
  const calls: Node[] = []
  const walk = (node: Node, inTest: boolean) => {
    const runner = node.type === 'CallExpression' ? runnerOf(node['callee'] as Node)?.runner : undefined
    const isTest =
      (runner === 'test' || runner === 'it') && literalOf((node['arguments'] as Node[])[0]) !== undefined
    if (isTest) calls.push(node)
    if (!inTest && node.type === 'VariableDeclarator')
      for (const name of namesIn(node['id'] as Node))
        declared.set(name, [...(declared.get(name) ?? []), node])
    if (!inTest && node.type === 'FunctionDeclaration')
      declared.set((node['id'] as Node)['name'] as string, [
        ...(declared.get((node['id'] as Node)['name'] as string) ?? []),
        node,
      ])
    for (const child of childrenOf(node)) walk(child, inTest || isTest)
  }
  walk(program, false)
  return calls.map((call) => {
    const title = literalOf((call['arguments'] as Node[])[0])!
    const rows = rowsOf(runnerOf(call['callee'] as Node)!.rows, declared)
    const titles = rows.map((row) => withRow(title, row)).filter((one) => one !== undefined)
    return { title, titles, texts: textsIn(call, declared) }
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
    if (node.type === 'CallExpression' && GIVEN.has(nameOf(node['callee'] as Node) ?? ''))
      return visit(node['callee'] as Node)
    for (const child of childrenOf(node)) visit(child)
  }
  // The title says what is meant, and shows nothing.
  const [, ...rest] = test['arguments'] as Node[]
  for (const part of [test['callee'] as Node, ...rest]) visit(part)
  return texts
}

/** Splits `folder/file: title`. */
export function readReference(reference: string): { file: string; title: string } {
  const at = reference.indexOf(': ')
  return { file: reference.slice(0, at), title: reference.slice(at + 2) }
}

/** The test that a reference means: the one of that very title, or a row of a table whose title becomes it. */
export function findTest(reference: string): WrittenTest | undefined {
  const { file, title } = readReference(reference)
  const tests = testsOf(file) ?? []
  return (
    tests.find((one) => one.title === title || one.titles.includes(title)) ??
    tests.find((one) => patternOf(one.title)?.test(title))
  )
}

/** A title with gaps matches what may stand in them, where enough of it is fixed to tell it from others. */
function patternOf(title: string): RegExp | null {
  const gaps = /%[sdifjo]|\$[\w.]+|…/g
  if (!gaps.test(title) || title.replaceAll(gaps, '').trim().length < 8) return null
  const fixed = title
    .split(/%[sdifjo]|\$[\w.]+|…/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${fixed.join('.+')}$`)
}
