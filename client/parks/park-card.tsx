import { Link, useRouter } from '@tanstack/react-router'
import { memo } from 'react'
import type { Park } from '../../data/model/park.ts'
import { ApproximateMark } from './approximate-mark.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { formatDistance } from './distance.ts'
import { DirectionsLink } from './directions-link.tsx'
import { cardTags, FeatureTags } from './feature-tag.tsx'
import { HeartButton } from './heart-button.tsx'
import { OpenLine } from './open-line.tsx'
import { ParkPicture } from './park-picture.tsx'
import { Rating } from './rating.tsx'
import { sourceLine } from './source-line.ts'
import { useUnit } from '../platform/settings-store.ts'
import { PARK_TEXTS } from './texts.ts'

/**
 * The picture is beside the text if there is room, otherwise above it, and low enough that two cards fit on the
 * screen of a phone. The skeleton has the same layout.
 */
const FRAME = 'card grid overflow-hidden @card:grid-cols-[15rem_1fr]'
const PICTURE = 'relative h-24 overflow-hidden bg-sunken @min-[26rem]:h-28 @card:h-full @card:min-h-[212px]'
const BODY = 'grid content-start gap-1.5 px-4 py-2 @card:gap-2.5 @card:py-4'

/**
 * Street and suburb in one line. The suburb is not repeated if it is a part between commas or the end of the
 * address, before state and postcode; elsewhere its name belongs to a street or a building.
 */
export function formatAddress({ address, city, state }: Pick<Park, 'address' | 'city' | 'state'>): string {
  // A pattern in which punctuation matches any character, so that it needs no escaping.
  const suburb = city.replaceAll(/\W/g, '.')
  const hasCity = new RegExp(`, ${suburb},| ${suburb}(,? (${state}|\\d{4}))*$`, 'i').test(`, ${address}`)
  return [address, hasCity ? '' : city].filter(Boolean).join(', ')
}

/** Allows line breaks after slashes, so that web addresses do not break anywhere else. */
const breakable = (text: string) => text.replaceAll('/', '/\u200B')

interface ParkCardProps {
  park: Park
  /** Whether the card is among the first of its list: its picture is not lazy-loaded. */
  first?: boolean
  /** The park's number on the map beside the list. */
  number?: number | undefined
}

export const ParkCard = memo(function ParkCard({ park, first = false, number }: ParkCardProps) {
  const router = useRouter()
  const unit = useUnit()
  const tags = cardTags(park)
  // `state` is a function, so that a change of the address does not re-render every card.
  const target = {
    to: '/park/$id',
    params: { id: String(park.id) },
    state: () => ({ results: router.latestLocation.href }),
  } as const
  return (
    <article className="@container" aria-labelledby={`park-${park.id}`}>
      <div className={`${FRAME} relative`}>
        <div className={PICTURE}>
          <ParkPicture park={park} first={first} />
        </div>
        <div className={BODY}>
          <div className="flex items-start justify-between gap-2">
            {number !== undefined && (
              <span
                aria-hidden="true"
                className="-mt-0.5 grid h-8 min-w-8 place-items-center rounded-full bg-leaf px-1.5 font-bold text-on-leaf group-data-active/item:bg-ochre group-data-active/item:text-on-ochre"
              >
                {number}
              </span>
            )}
            <h3 id={`park-${park.id}`} className="flex-1 text-l">
              {/* The link covers the whole card, which makes it easy to tap. */}
              <Link
                {...target}
                className="-my-2 inline-flex min-h-11 items-center text-ink no-underline after:absolute after:inset-0 hover:underline"
              >
                {park.name}
              </Link>
            </h3>
            <HeartButton park={park} className="relative z-1 -my-2 -mr-2" />
          </div>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
            <span>{formatAddress(park)}</span>
            {park.distance !== null && (
              <strong data-distance={park.distance} className="font-bold text-ink">
                {formatDistance(park.distance, unit, park.locationAccuracy)}
              </strong>
            )}
            <ApproximateMark accuracy={park.locationAccuracy} />
            {park.rating !== null && <Rating rating={park.rating} />}
          </p>
          <OpenLine park={park} tags={tags} />
          <FeatureTags ids={tags} />
          <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1.5 @card:gap-y-2">
            <ButtonLink
              {...target}
              className="relative z-1 flex-1 @card:flex-none"
              aria-label={`${PARK_TEXTS.card.viewDetails}: ${park.name}`}
            >
              {PARK_TEXTS.card.viewDetails}
            </ButtonLink>
            <DirectionsLink park={park} className="relative z-1" />
            <p className="w-full min-w-0 text-s text-muted @2xl:w-auto @2xl:flex-1">
              {breakable(sourceLine(park))}
            </p>
          </div>
        </div>
      </div>
    </article>
  )
})

/** Placeholder with the height of a typical card. On narrow cards, the last line of text takes one line or two. */
export function ParkCardSkeleton() {
  return (
    <div className="@container" aria-hidden="true">
      <div className={FRAME}>
        <div className={PICTURE} />
        <div className={BODY}>
          <div className="skeleton h-8 w-3/5" />
          <div className="skeleton h-line w-4/5" />
          <div className="skeleton h-line w-2/5" />
          <div className="skeleton mt-1 h-tap w-full @card:w-36" />
          <div className="skeleton h-8 w-3/4 @min-[26rem]:h-[1.375rem] @card:h-11 @2xl:hidden" />
        </div>
      </div>
    </div>
  )
}
