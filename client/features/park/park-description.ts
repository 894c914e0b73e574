import * as z from 'zod/mini'
import { readFeatures, type FeatureId } from '../../../data/model/feature.ts'
import { lenient } from '../../../data/model/lenient.ts'
import { featureTags, type Park } from '../../../data/model/park.ts'

const Text = z.pipe(
  z.string(),
  z.transform((text) => text.trim() || undefined),
)
const Texts = z.pipe(
  z.array(z.unknown()),
  z.transform((list) => list.filter((entry) => typeof entry === 'string' && entry.trim() !== '') as string[]),
)

/** The JSON form of a park's description (specification 13.16). */
const Structured = z.object({
  overview: lenient(Text),
  shortLocation: lenient(Text),
  street: lenient(Text),
  city: lenient(Text),
  state: lenient(Text),
  postCode: lenient(Text),
  phone: lenient(Text),
  features: lenient(Texts),
  reviews: lenient(z.coerce.number().check(z.int(), z.gte(0))),
  images: lenient(Texts),
  businessStatus: lenient(Text),
  streetViewUrl: lenient(Text),
})

export type ParkDescription = z.infer<typeof Structured>

/** Whether the URL is a path on our own origin: no other host, and not protocol-relative. */
export function isOwnPath(url: string): boolean {
  return /^\/(?![/\\])/.test(url)
}

/** Whether the URL is a page of another site, which may be linked to but not loaded. */
export function isOtherSite(url: string): boolean {
  if (!/^https?:\/\//i.test(url)) return false
  // Not `URL.canParse`, which the oldest supported browsers do not have (docs/browsers.md).
  try {
    return new URL(url).host !== ''
  } catch {
    return false
  }
}

/**
 * The `tel:` link of the first number in a published text, such as "(02) 9562 1666 or 0400 123 456"; `null` if it
 * has none. The shortest numbers of Australia have six digits, the longest of the world fifteen (ITU-T E.164).
 */
export function phoneLink(text: string): string | null {
  for (const [number] of text.matchAll(/\+?[\d(][\d\s().-]*/g)) {
    // In "+61 (0)2 9562 1666", the zero is for callers in Australia.
    const dialled = number.replace(/^(\+.*)\(0\)/, '$1').replace(/[^\d+]/g, '')
    if (/^\+?\d{6,15}$/.test(dialled)) return `tel:${dialled}`
  }
  return null
}

/**
 * Reads a park's description: the fields of a JSON object, or plain text as the overview. Every field is
 * rendered as text, never as HTML.
 */
export function readDescription(text: string | null): ParkDescription {
  if (text === null || text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { overview: text }
  }
  if (typeof value === 'string') return { overview: value }
  const read =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Structured.safeParse(value) : null
  return read?.success ? read.data : { overview: text }
}

/**
 * The features that the page of a park shows as its tags, and those that it shows as not available. The
 * park's own features take precedence over those that its description names.
 */
export function pageFeatures(
  park: Pick<Park, 'id' | 'name' | 'features' | 'absentFeatures'>,
  about: ParkDescription,
): { tags: FeatureId[]; absent: FeatureId[] } {
  const own = featureTags(park)
  const absent = readFeatures(park.absentFeatures).filter((id) => !own.includes(id))
  const described = readFeatures(JSON.stringify(about.features ?? [])).filter((id) => !absent.includes(id))
  return { tags: featureTags({ ...park, features: [...own, ...described].join(',') }), absent }
}

/** OPERATIONAL becomes 'Open'; other values are shown unchanged. */
export function formatBusinessStatus(status: string): string {
  return status === 'OPERATIONAL' ? 'Open' : status
}
