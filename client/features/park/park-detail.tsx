import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo, useRef, useState, type ComponentType, type ReactNode, type RefObject } from 'react'
import { citySlug } from '../../../data/places/slug.ts'
import { FEATURE_LABELS } from '../../../data/model/feature.ts'
import { areaText } from '../../../data/geo/outline.ts'
import { sizeOfArea } from '../../../data/import/size.ts'
import type { Outline } from '../../../data/model/outline.ts'
import type { Park, Size } from '../../../data/model/park.ts'
import { useOutline } from '../../queries/outlines.ts'
import { MapPlace } from '../../map/map-place.tsx'
import { ApproximateMark } from '../../parks/approximate-mark.tsx'
import { scrollSmoothly } from '../../ui/scroll.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx'
import { useNow } from '../../platform/clock.ts'
import { opensElsewhere } from '../../platform/modified-click.ts'
import { FeatureTags } from '../../parks/feature-tag.tsx'
import { HeartButton } from '../../parks/heart-button.tsx'
import { DirectionsIcon, PinIcon } from '../../ui/icons.tsx'
import { ArrowLeft, PhoneIcon } from '../../ui/page-icons.tsx'
import { CouncilBlock } from './council.tsx'
import { Sources } from './sources.tsx'
import { AnotherTime, LeashBlock, OpeningBlock, OpenBadge } from './park-hours.tsx'
import { formatAddress } from '../../parks/park-card.tsx'
import { formatBusinessStatus, pageFeatures, phoneLink, readDescription } from './park-description.ts'
import type { ParkDescription } from './park-description.ts'
import { Photos, StreetView } from './park-photos.tsx'
import { Section } from './section.tsx'
import { ParkPicture } from '../../parks/park-picture.tsx'
import { MapAppLink } from '../../parks/map-app-link.tsx'
import { OpenLine } from '../../parks/open-line.tsx'
import { Rating } from '../../parks/rating.tsx'
import { PAGE_TEXTS } from '../../parks/page-texts.ts'
import { stateSteps } from '../../parks/state-steps.tsx'
import { PARK_PAGE_TEXTS } from './texts.ts'
import { PageTitle } from '../../ui/page-title.tsx'

const T = PARK_PAGE_TEXTS

const POSITION_NOTES = { exact: T.exact, near: T.near, suburb: T.approximate } as const

const loadMap = () => import('../../map/park-map.tsx')

/** Goes back to the results the park was opened from, with their page, filters and scroll position. */
function BackToResults() {
  const router = useRouter()
  const results = useRouterState({ select: (state) => state.location.state.results })
  if (results === undefined)
    return (
      <ButtonLink to="/" look="quiet" className="-ml-2" data-back="">
        <ArrowLeft size={20} /> {T.backToParks}
      </ButtonLink>
    )
  return (
    <a
      href={results}
      className={buttonClass('quiet', '-ml-2')}
      data-back=""
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        router.history.back()
      }}
    >
      <ArrowLeft size={20} /> {T.back}
    </a>
  )
}

function DetailRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-0">
      <dt className="text-muted">{name}</dt>
      <dd className="m-0 font-semibold">{children}</dd>
    </div>
  )
}

/** The published size with the area of the outline, or the size that follows from the area. */
function formatSize(size: Size | null, outline: Outline | undefined): string {
  if (!outline) return size ?? T.unknown
  const ofOutline = sizeOfArea(outline.squareMetres)
  const area = areaText(outline.squareMetres)
  return size === null || size === ofOutline ? T.sizeAndArea(ofOutline, area) : T.sizeUnlikeArea(size, area)
}

function ParkBreadcrumb({ park }: { park: Park }) {
  const params = { state: park.state.toLowerCase(), city: citySlug(park.city) }
  return (
    <Breadcrumb
      steps={[
        ...stateSteps(park.state),
        {
          key: 'city',
          step: (
            <Link to="/state/$state/$city" params={params}>
              {park.city}
            </Link>
          ),
        },
        { key: 'park', step: park.name },
      ]}
    />
  )
}

/** The facts of a park, one to a row. */
function Details({
  park,
  about,
  outline,
}: {
  park: Park
  about: ParkDescription
  outline: Outline | undefined
}) {
  const phone = park.phone ?? about.phone
  const link = phone ? phoneLink(phone) : null
  return (
    <Section title={T.details}>
      <dl>
        <DetailRow name={T.access}>{PAGE_TEXTS.accesses[park.dogAccess]}</DetailRow>
        <DetailRow name={T.size}>{formatSize(park.size, outline)}</DetailRow>
        {park.area !== '' && park.area !== park.city && <DetailRow name={T.area}>{park.area}</DetailRow>}
        {about.businessStatus && (
          <DetailRow name={T.status}>{formatBusinessStatus(about.businessStatus)}</DetailRow>
        )}
        {about.reviews !== undefined && <DetailRow name={T.reviews}>{about.reviews}</DetailRow>}
        {phone && (
          <DetailRow name={T.phone}>
            {link === null ? (
              phone
            ) : (
              <a href={link} className="textlink inline-flex min-h-11 items-center gap-2">
                <PhoneIcon size={18} /> {phone}
              </a>
            )}
          </DetailRow>
        )}
      </dl>
    </Section>
  )
}

export interface ParkDetailProps {
  park: Park
  /** Modal dialog with directions to the park. Its code is loaded when it is opened. */
  Directions: ComponentType<{ park: Park; onClose(): void }>
}

/** The park's picture, name and address, whether it is open, and the ways to get there. */
function Lead({
  park,
  Directions,
  address,
  onShowLocation,
}: ParkDetailProps & { address: string; onShowLocation(): void }) {
  const [directions, setDirections] = useState(false)
  return (
    <div className="mt-1 grid items-center gap-x-8 gap-y-5 md:grid-cols-[1.1fr_1fr]">
      <div className="relative h-44 overflow-hidden rounded-card border border-line bg-sunken sm:h-56 md:order-last md:h-60">
        <ParkPicture park={park} first />
      </div>
      <div className="grid gap-2">
        <div className="flex items-start justify-between gap-3">
          <PageTitle>{park.name}</PageTitle>
          <HeartButton park={park} className="rounded-full! border-control! border-line! bg-surface!" />
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <OpenBadge park={park} />
          {park.rating === null ? (
            <span className="text-s text-muted">{T.unrated}</span>
          ) : (
            <Rating rating={park.rating} />
          )}
        </div>
        <p className="flex flex-wrap items-center gap-x-3">
          <a
            href="#location"
            className="textlink inline-flex min-h-tap items-center gap-2"
            onClick={(event) => {
              event.preventDefault()
              onShowLocation()
            }}
          >
            <PinIcon className="shrink-0 text-ochre" /> {address}
          </a>
          <ApproximateMark accuracy={park.locationAccuracy} />
        </p>
        <OpenLine park={park} />
        <div className="flex flex-wrap gap-2">
          <Button aria-haspopup="dialog" onClick={() => setDirections(true)}>
            <DirectionsIcon /> {T.getDirections}
          </Button>
          <MapAppLink park={park} className="" />
        </div>
        {directions && <Directions park={park} onClose={() => setDirections(false)} />}
      </div>
    </div>
  )
}

/** The features that the park has, and those that it is known not to have. */
function Features({ park, about }: { park: Park; about: ParkDescription }) {
  const { tags, absent } = pageFeatures(park, about)
  return (
    <Section title={T.tags}>
      <FeatureTags ids={tags} />
      {absent.length > 0 && (
        <p className="text-s text-muted">
          {T.absent}: {absent.map((id) => FEATURE_LABELS[id]).join(', ')}.
        </p>
      )}
    </Section>
  )
}

function LocationSection({
  park,
  address,
  ref,
}: {
  park: Park
  address: string
  ref: RefObject<HTMLElement | null>
}) {
  const mapProps = useMemo(() => ({ park }), [park])
  return (
    <section ref={ref} id="location" className="card mt-4 grid scroll-mt-32 gap-3 p-5">
      <h2 className="text-l" tabIndex={-1}>
        {T.location}
      </h2>
      <p className="font-semibold">{address}</p>
      <p>{POSITION_NOTES[park.locationAccuracy]}</p>
      <MapPlace load={loadMap} props={mapProps} className="h-80 rounded-control border border-line md:h-96" />
      <p className="text-s text-muted">
        {T.coordinates}:{' '}
        <span className="select-all">
          {park.latitude}, {park.longitude}
        </span>
      </p>
    </section>
  )
}

export function ParkDetail({ park, Directions }: ParkDetailProps) {
  const about = readDescription(park.description)
  const address = [formatAddress(park), park.state, park.postal_code].filter(Boolean).join(' ')
  const location = useRef<HTMLElement>(null)
  const now = useNow(60_000)
  const outline = useOutline(park.id)
  return (
    <article>
      <ParkBreadcrumb park={park} />
      <BackToResults />
      <Lead
        park={park}
        Directions={Directions}
        address={address}
        onShowLocation={() => {
          scrollSmoothly(location.current)
          location.current?.querySelector('h2')?.focus({ preventScroll: true })
        }}
      />
      <div className="mt-5 grid items-start gap-4 md:grid-cols-2">
        <div className="stack gap-4">
          <Section title={T.leash}>
            <LeashBlock park={park} />
            <AnotherTime park={park} />
          </Section>
          <Section title={T.hours}>
            <OpeningBlock park={park} />
          </Section>
          <Features park={park} about={about} />
        </div>
        <div className="stack gap-4">
          {about.overview && (
            <Section title={T.about}>
              <p className="whitespace-pre-line">{about.overview}</p>
            </Section>
          )}
          <Details park={park} about={about} outline={outline} />
          <Photos urls={about.images ?? []} />
          {about.streetViewUrl && <StreetView url={about.streetViewUrl} parkName={park.name} />}
        </div>
      </div>
      <LocationSection ref={location} park={park} address={address} />
      <div className="mt-4 grid items-start gap-4 md:grid-cols-2">
        <Section title={T.council}>
          <CouncilBlock park={park} />
        </Section>
        <Section title={T.sources}>
          <Sources park={park} outline={outline?.source} now={now} />
        </Section>
      </div>
    </article>
  )
}

/** Placeholder with the same blocks and heights as the park page. */
export function ParkDetailSkeleton() {
  return (
    <div aria-busy="true">
      <output className="sr-only">{PAGE_TEXTS.loading}</output>
      <div aria-hidden="true">
        <div className="flex min-h-11 items-center">
          <div className="skeleton h-5 w-2/3" />
        </div>
        <div className="flex min-h-tap items-center">
          <div className="skeleton h-6 w-40" />
        </div>
        <div className="mt-1 grid items-center gap-x-8 gap-y-5 md:grid-cols-[1.1fr_1fr]">
          <div className="h-44 rounded-card bg-sunken sm:h-56 md:order-last md:h-64" />
          <div className="grid gap-2">
            <div className="skeleton h-12 w-4/5" />
            <div className="skeleton h-6 w-2/5" />
            <div className="flex min-h-tap items-center">
              <div className="skeleton h-6 w-3/5" />
            </div>
            <div className="skeleton h-6 w-2/5" />
            <div className="skeleton h-tap w-44" />
          </div>
        </div>
        <div className="mt-5 grid gap-4 md:grid-cols-2">
          {[0, 1, 2, 3].map((block) => (
            <div key={block} className="card grid gap-3 p-5">
              <div className="skeleton h-6 w-2/5" />
              <div className="skeleton h-16" />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
