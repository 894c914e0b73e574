import type { Park } from '../../data/model/park.ts'
import { SUBMITTED } from '../../data/model/provenance.ts'
import { TEXTS } from './texts.ts'

/** A host's name at the beginning of a text; a file's name has a dot, too, and is none. */
const HOST =
  /^(?:https?:\/\/)?(?:www\.)?((?:[a-z0-9-]+\.)+(?!(?:csv|db|html?|js|json|pdf|sql|txt|xlsx?|xml)\b)[a-z]{2,})(?=[/\s,;:)]|$)/i
/** Where many publish, a publisher is an account and its collection. */
const SHARED_HOSTS: ReadonlySet<string> = new Set(['github.com', 'gitlab.com', 'bitbucket.org'])

/** Hosts that hand out files for others say nothing of whose they are. */
const FILE_HOST = /(?:^|\.)(?:cloudfront\.net|amazonaws\.com|googleapis\.com)$/

function publisher(part: string): string | null {
  const host = HOST.exec(part)?.[1]?.toLowerCase()
  if (host === undefined || FILE_HOST.test(host)) return null
  if (!SHARED_HOSTS.has(host)) return host
  return /(?<![a-z])[a-z]+\.[a-z]+(?:\/[\w.-]+){1,2}/i.exec(part)?.[0] ?? host
}

/**
 * Who published what is known of a park, short enough for a card. The rule, over a source such as
 * 'github.com/name/dogs raw/list.csv; council.nsw.gov.au/dogs (May 2019)':
 * 1. it is parted at ';' and ' + ';
 * 2. of each part stays the host it begins with, at a host that many share with account and collection: no page, no file, no date;
 * 3. each publisher once; of more than two the first and how many more;
 * 4. a source that names no publisher stays as it is, unless it is no more than an address or number of a file.
 */
export function sayPublisher(source: string): string {
  if (source === SUBMITTED) return TEXTS.park.submittedSource
  const publishers = [
    ...new Set(
      source
        .split(/;| \+ /)
        .map((part) => publisher(part.trim()))
        .filter((name) => name !== null),
    ),
  ]
  const [first, second] = publishers
  if (first === undefined)
    return /\d{6,}/.test(source) || HOST.test(source) ? TEXTS.park.unnamedSource : source
  if (second === undefined) return first
  return publishers.length === 2
    ? TEXTS.park.twoSources(first, second)
    : TEXTS.park.moreSources(first, publishers.length - 1)
}

/** Who says so and since when: "brisbane.qld.gov.au, 2012. Check the signs." The park page names the whole source. */
export function sayChecked(park: Pick<Park, 'source' | 'asOf'>): string {
  const from = sayPublisher(park.source)
  return park.asOf === null ? TEXTS.park.undated(from) : TEXTS.park.checked(from, park.asOf)
}
