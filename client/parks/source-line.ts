import type { Park } from '../../data/model/park.ts'
import { SUBMITTED } from '../../data/model/provenance.ts'
import { PARK_TEXTS } from './texts.ts'

/** A host name at the start of a text. A file name also contains a dot, but does not count. */
const HOST =
  /^(?:https?:\/\/)?(?:www\.)?((?:[a-z0-9-]+\.)+(?!(?:csv|db|html?|js|json|pdf|sql|txt|xlsx?|xml)\b)[a-z]{2,})(?=[/\s,;:)]|$)/i
/** Hosts with many publishers: there, the account and the repository name the publisher. */
const SHARED_HOSTS: ReadonlySet<string> = new Set(['github.com', 'gitlab.com', 'bitbucket.org'])

/** File hosts, whose name does not say who published a file. */
const FILE_HOST = /(?:^|\.)(?:cloudfront\.net|amazonaws\.com|googleapis\.com)$/

function publisherOf(part: string): string | null {
  const host = HOST.exec(part)?.[1]?.toLowerCase()
  if (host === undefined || FILE_HOST.test(host)) return null
  if (!SHARED_HOSTS.has(host)) return host
  return /(?<![a-z])[a-z]+\.[a-z]+(?:\/[\w.-]+){1,2}/i.exec(part)?.[0] ?? host
}

/**
 * The publisher of a park's data, short enough for a card. A source such as 'github.com/name/dogs
 * raw/list.csv; council.nsw.gov.au/dogs (May 2019)' is read in these steps:
 * 1. Split it at ';' and ' + '.
 * 2. Reduce each part to its host name, on a shared host with account and repository. Drop pages, files and
 *    dates.
 * 3. Remove duplicates. If there are more than two publishers, name the first and count the others.
 * 4. Without a publisher, return the source unchanged, unless it is only the address or number of a file.
 */
export function publisherName(source: string): string {
  if (source === SUBMITTED) return PARK_TEXTS.card.submittedSource
  const publishers = [
    ...new Set(
      source
        .split(/;| \+ /)
        .map((part) => publisherOf(part.trim()))
        .filter((name) => name !== null),
    ),
  ]
  const [first, second] = publishers
  if (first === undefined)
    return /\d{6,}/.test(source) || HOST.test(source) ? PARK_TEXTS.card.unnamedSource : source
  if (second === undefined) return first
  return publishers.length === 2
    ? PARK_TEXTS.card.twoSources(first, second)
    : PARK_TEXTS.card.moreSources(first, publishers.length - 1)
}

/** Publisher and year: "brisbane.qld.gov.au, 2012. Check the signs." The park page shows the whole source. */
export function sourceLine(park: Pick<Park, 'source' | 'asOf'>): string {
  const publisher = publisherName(park.source)
  return park.asOf === null
    ? PARK_TEXTS.card.undated(publisher)
    : PARK_TEXTS.card.checked(publisher, park.asOf)
}
