import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { Environment } from '../fastify.config.ts'
import { dataTables } from './data-table.ts'
import { root } from './root.ts'

const Property = z.object({
  description: z.string(),
  default: z.optional(z.union([z.string(), z.number()])),
  enum: z.optional(z.array(z.string())),
})
const Schema = z.object({ properties: z.record(z.string(), Property) })

export const CONFIGURATION_PAGE = path.join(root, 'docs', 'configuration.md')

/** The reference of all environment variables as Markdown, generated from the schema that validates them. */
export function configurationPage(): string {
  const { properties } = Schema.parse(z.toJSONSchema(Environment, { io: 'input' }))
  const rows = Object.entries(properties).map(
    ([name, { description, default: defaultValue, enum: values }]) => {
      const otherwise = defaultValue === undefined || defaultValue === '' ? 'none' : `\`${defaultValue}\``
      const choice = values ? ` One of ${values.map((value) => `\`${value}\``).join(', ')}.` : ''
      return `| \`${name}\` | ${otherwise} | ${description}${choice} |`
    },
  )
  return `# Configuration

The server is configured with environment variables. This page is generated from the schema in \`fastify.config.ts\` by
\`npm run docs\`; a test checks that it is current. With an invalid value the server does not start, and prints one sentence
that names the variable. An empty variable counts as not set.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}
`
}

export const DATA_PAGE = path.join(root, 'docs', 'data.md')

/** The page about data with its tables generated again, between the two comments that mark them. */
export const dataPage = () =>
  readFileSync(DATA_PAGE, 'utf8').replace(
    /(<!-- tables: npm run docs -->\n)[\s\S]*?(\n<!-- end of tables -->)/,
    (_, begin: string, end: string) => `${begin}${dataTables()}${end}`,
  )

if (import.meta.main) {
  writeFileSync(CONFIGURATION_PAGE, configurationPage())
  writeFileSync(DATA_PAGE, dataPage())
}
