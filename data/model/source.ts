import * as z from 'zod/mini'

/**
 * Who published facts about a park. `publisher`: a council, a state, OpenStreetMap, a newspaper or a site, as
 * shown on screen (docs/decisions/019-sources-and-positions.md).
 */
export const Source = z.strictObject({
  publisher: z.string().check(z.minLength(1)),
  /** The page or article, in the words of the list. */
  title: z.optional(z.string()),
  /**
   * Address of the page, or of the publisher's site if the page is not known. Missing for a council's own
   * site, which the list of councils has.
   */
  page: z.optional(z.string()),
  /** Year of the facts, 'c.2016' if approximate; `null` if the source has no date. */
  year: z.nullable(z.string()),
  /** Where a copy was read, if not at the publisher. Never shown. */
  copy: z.optional(z.string()),
})
export type Source = z.infer<typeof Source>

/**
 * Where a park's position comes from, if not from the park's own sources. It has its own licence, so that the
 * rows under it can be left out.
 */
export const PositionSource = z.strictObject({
  publisher: z.string().check(z.minLength(1)),
  title: z.optional(z.string()),
  page: z.optional(z.string()),
  /** ISO 8601 date, month or year; `null` if not known. */
  date: z.nullable(z.string()),
  copy: z.optional(z.string()),
  /** 'ODbL 1.0', 'CC BY 4.0'. */
  licence: z.string().check(z.minLength(1)),
})
export type PositionSource = z.infer<typeof PositionSource>

export const OPENSTREETMAP = 'OpenStreetMap'

/** Shown instead of a copy's address, if its publisher is not known. */
export const UNNAMED_PUBLISHER = 'Unnamed source'
/** Publisher of a park that was submitted by a person. */
export const SUBMITTED = 'Submitted by a visitor'
/** Publisher of a correction after a report. */
export const CORRECTED = 'Corrected after a visitor’s report'

/** The source of the latest correction after a report, whose year is that of the report; `undefined` if there was none. */
export const correctionOf = (sources: readonly Source[]): Source | undefined =>
  sources.find(({ publisher }) => publisher === CORRECTED)

/** The publishers, each once, separated by '; '. */
export const publishersText = (sources: readonly Source[]) =>
  [...new Set(sources.map(({ publisher }) => publisher))].join('; ')

/** Adds sources, each once. */
export function withSources(known: readonly Source[], further: readonly Source[]): Source[] {
  const sources = [...known]
  for (const source of further) {
    const key = JSON.stringify(source)
    if (!sources.some((each) => JSON.stringify(each) === key)) sources.push(source)
  }
  return sources
}
