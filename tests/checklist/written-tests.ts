import { existsSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** A node of a parsed program (ESTree), with the fields that are used here. */
interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

/** A test as its file has it. */
export interface WrittenTest {
  /** Its title. `%s` and `$name`, which take values of a table's row, are left as written. */
  readonly title: string
  /** Its titles with the values of the rows, where the rows are literals in the same file. */
  readonly titles: readonly string[]
  /** Titles of the `describe` blocks around it, outermost first. */
  readonly groups: readonly string[]
  /**
   * Every literal text in it and in what it uses of its file, without what it types, sends or navigates to. `…` takes the place of the
   * expressions of a template.
   */
  readonly texts: readonly string[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )

/** Calls whose arguments are input of the product or answers of a replaced server, and so no text of a screen. */
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

/** The name of the runner ('test', 'describe' …) behind `.each(…)` or `.runIf(…)`, with the rows given to `.each` or `.for`. */
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

/** The literal values of each row of a table of tests, where the table is a list in the same file. */
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

/** A title with the values of a row; `undefined` when a value is no literal. */
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

/** The tests of a file, given as its path below `tests` without `.test.ts`; `null` when there is no such file. */
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
    const titles = rows.map((row) => withRow(title, row)).filter((one) => one !== undefined)
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
    if (node.type === 'CallExpression' && GIVEN.has(nameOf(node['callee'] as Node) ?? ''))
      return visit(node['callee'] as Node)
    for (const child of childrenOf(node)) visit(child)
  }
  // The title is no evidence that the test expects a text.
  const [, ...rest] = test['arguments'] as Node[]
  for (const part of [test['callee'] as Node, ...rest]) visit(part)
  return texts
}

/** Splits `folder/file: title`. */
export function readReference(reference: string): { file: string; title: string } {
  const at = reference.indexOf(': ')
  return { file: reference.slice(0, at), title: reference.slice(at + 2) }
}

/**
 * The tests that a reference means: the one of that very title, or the row of a table whose title becomes it; else those of the `describe` of
 * that title. None when there is no such test.
 */
export function findTests(reference: string): WrittenTest[] {
  const { file, title } = readReference(reference)
  const tests = testsOf(file) ?? []
  const one =
    tests.find((written) => written.title === title || written.titles.includes(title)) ??
    tests.find((written) => patternOf(written.title)?.test(title))
  return one ? [one] : tests.filter(({ groups }) => groups.includes(title))
}

/** A title with placeholders matches any values of them, where enough of it is fixed to tell it from other titles. */
function patternOf(title: string): RegExp | null {
  const gaps = /%[sdifjo]|\$[\w.]+|…/g
  if (!gaps.test(title) || title.replaceAll(gaps, '').trim().length < 8) return null
  const fixed = title
    .split(/%[sdifjo]|\$[\w.]+|…/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${fixed.join('.+')}$`)
}
