import * as z from 'zod/mini'
import { PositionSource } from '../model/source.ts'
import { packTexts, packValues, TextColumn, unpackTexts, unpackValues } from './columns.ts'

/**
 * The distinct sources of positions without their page; -1 for a row without one. A page of OpenStreetMap is
 * stored as 'way/123'.
 */
export const PositionSourceColumn = z.object({
  distinct: z.array(z.omit(PositionSource, { page: true })),
  at: z.array(z.int()),
  page: TextColumn,
})
export type PositionSourceColumn = z.infer<typeof PositionSourceColumn>

/** OpenStreetMap's page of an object, and what is stored of its address. */
const OBJECT_PAGES = 'https://www.openstreetmap.org/'
const OBJECT = /^(?:node|way|relation)\/\d+$/

/** The keys in one order, because equal sources must give equal bytes. */
const ordered = ({ publisher, title, date, copy, licence }: PositionSource) => ({
  publisher,
  ...(title === undefined ? {} : { title }),
  date,
  ...(copy === undefined ? {} : { copy }),
  licence,
})

export function packPositionSources(sources: readonly (PositionSource | null)[]): PositionSourceColumn {
  return {
    ...packValues(sources.map((source) => source && ordered(source))),
    page: packTexts(sources.map((source) => source?.page?.replace(OBJECT_PAGES, '') ?? null)),
  }
}

/** @throws RangeError if a row refers to a value that is not there */
export function unpackPositionSources(column: PositionSourceColumn): (PositionSource | null)[] {
  const pages = unpackTexts(column.page)
  return unpackValues(column).map((source, row) => {
    const page = pages[row]
    if (source === null || page === null || page === undefined) return source
    return { ...source, page: OBJECT.test(page) ? `${OBJECT_PAGES}${page}` : page }
  })
}
