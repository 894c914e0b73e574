import type { Park } from '../../../data/model/park.ts'
import type { PositionSource } from '../../../data/model/source.ts'
import { OPENSTREETMAP, UNNAMED_PUBLISHER } from '../../../data/model/source.ts'
import { councilTitle } from '../../../data/model/council.ts'
import { useCouncils } from '../../queries/councils.ts'
import { formatFactsDate } from '../../parks/source-line.ts'
import { OtherSite } from './other-site.tsx'
import { PARK_PAGE_TEXTS as T } from './texts.ts'

const YEAR = /\d{4}/

/** '2017' → 'Last checked 2017, 9 years ago.' */
function formatAge(asOf: string | null, now: number): string {
  const year = asOf === null ? undefined : YEAR.exec(asOf)?.[0]
  if (asOf === null || year === undefined) return T.undated
  if (/^\d{4}-\d{2}-\d{2}$/.test(asOf)) return T.checkedOn(formatFactsDate(asOf))
  return T.asOf(asOf, new Date(now).getFullYear() - Number(year))
}

/** Who published a position or an outline, when, and with which licence. */
function PlaceSource({
  label,
  source: { publisher, page, date, licence },
}: {
  label: string
  source: PositionSource
}) {
  const isOpenStreetMap = publisher === OPENSTREETMAP
  return (
    <p className="text-s">
      {label}{' '}
      {isOpenStreetMap ? (
        <OtherSite href="https://www.openstreetmap.org/copyright">{T.openStreetMap}</OtherSite>
      ) : (
        <OtherSite href={page}>{publisher}</OtherSite>
      )}
      {date !== null && `, ${date.slice(0, 4)}`} ({licence}).
      {isOpenStreetMap && page !== undefined && (
        <>
          {' '}
          <OtherSite href={page}>{T.onOpenStreetMap}</OtherSite>
        </>
      )}
    </p>
  )
}

/** Who published the facts, the position and the outline, with the year and a link where there is a page. */
export function Sources({
  park,
  outline,
  now,
}: {
  park: Park
  outline: PositionSource | undefined
  now: number
}) {
  const { sources, position } = park
  const [council] = useCouncils([park.council])
  const councilSite = (publisher: string) =>
    council?.website && publisher === councilTitle(council) ? council.website : undefined
  return (
    <>
      <ul className="grid gap-1" data-sources="">
        {sources.length === 0 && <li>{UNNAMED_PUBLISHER}</li>}
        {sources.map(({ publisher, page, year }, index) => (
          // Two pages of one publisher can differ in nothing that is shown.
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes its order
          <li key={index}>
            <OtherSite href={page ?? councilSite(publisher)}>{publisher}</OtherSite>
            {year !== null && `, ${year}`}
          </li>
        ))}
      </ul>
      {position && <PlaceSource label={T.position} source={position} />}
      {outline && <PlaceSource label={T.outline} source={outline} />}
      <p className="text-s text-muted">
        {formatAge(park.asOf, now)} {T.signs}
      </p>
    </>
  )
}
