import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { QUERY_MAX_LENGTH } from '../../data/model/constants.ts'
import type { SearchRequest } from '../../data/model/search.ts'
import { usePosition, useSearch } from '../queries/index.ts'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/field.tsx'
import { LocateIcon } from '../ui/icons.tsx'
import { ParkCard, ParkCardSkeleton } from '../ui/park-card.tsx'
import { useSuggestionList } from '../ui/suggestion-list.tsx'
import { toast } from '../ui/toast-queue.ts'
import { FAVOURITE_TEXTS as T } from './texts.ts'

/** Parks that are shown here; the rest is a tap away. */
const SHOWN = 4

/** What was asked for: a text, or the parks around a position (degrees). `round`: the same question again is asked again. */
interface Asked {
  round: number
  text: string | null
  near: { latitude: number; longitude: number } | null
}

function Found({ asked, now }: { asked: Asked; now: number }) {
  const request: SearchRequest = {
    ...(asked.text === null ? {} : { query: asked.text }),
    ...asked.near,
    offset: 0,
    limit: SHOWN,
  }
  const read = useSearch(request)
  const heading = useRef<HTMLHeadingElement>(null)
  const { status, total, error, parks, isFetching } = read
  const settled = status !== 'loading' && !isFetching
  useEffect(() => {
    if (!settled) return
    if (status === 'error')
      toast({ title: T.searchFailed, description: error?.message ?? '', look: 'destructive' })
    else if (total === 0) toast({ title: T.noneTitle, description: T.none })
    else heading.current?.focus()
  }, [settled, status, total, error])
  if (status === 'loading')
    return (
      <div aria-busy="true" className="grid gap-4 lg:grid-cols-2">
        <ParkCardSkeleton />
        <ParkCardSkeleton />
      </div>
    )
  if (status === 'error')
    return (
      <p role="alert">
        {T.searchFailed}: {error?.message}
      </p>
    )
  if (total === 0) return <p>{T.none}</p>
  return (
    <div className="grid gap-3" aria-busy={isFetching}>
      <h3 ref={heading} tabIndex={-1} className="text-m">
        {T.found(total, asked.text)}
      </h3>
      <ul className="grid gap-4 lg:grid-cols-2">
        {parks.map((park) => (
          <li key={park.id} className="min-w-0">
            <ParkCard park={park} now={now} />
          </li>
        ))}
      </ul>
      {total > parks.length && (
        <Link
          to="/"
          search={
            asked.text === null
              ? { lat: asked.near?.latitude, lng: asked.near?.longitude }
              : { q: asked.text }
          }
          className="textlink inline-flex min-h-tap items-center justify-self-start font-semibold"
        >
          {T.seeAll}
        </Link>
      )}
    </div>
  )
}

/** Looks for parks by text or around the person, to give hearts to. Blank text is not looked for. */
export function FindParks({ now }: { now: number }) {
  const id = useId()
  const { locate } = usePosition()
  const [text, setText] = useState('')
  const [locating, setLocating] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = (wanted: Omit<Asked, 'round'>) =>
    setAsked((before) => ({ ...wanted, round: (before?.round ?? 0) + 1 }))
  const look = (wanted: string) => {
    if (wanted.trim() !== '') ask({ text: wanted.trim(), near: null })
  }
  const { input, list, close } = useSuggestionList(
    text,
    (label) => {
      setText(label)
      look(label)
    },
    { recent: true },
  )

  async function nearby() {
    setLocating(true)
    const { ok, position } = await locate()
    setLocating(false)
    if (ok) ask({ text: null, near: { latitude: position.latitude, longitude: position.longitude } })
    else toast({ title: T.locationTitle, description: T.location, look: 'destructive' })
  }

  return (
    <section aria-labelledby={`${id}-title`} className="mt-10 grid gap-4 border-t border-line pt-6">
      <h2 id={`${id}-title`} className="text-xl">
        {T.findTitle}
      </h2>
      <form
        className="stack gap-3 sm:flex sm:flex-wrap"
        role="search"
        aria-label={T.findTitle}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          close()
          look(text)
        }}
      >
        <div className="relative min-w-0 sm:flex-[1_1_18rem] sm:max-w-xl">
          <TextInput
            {...input}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            aria-label={T.findLabel}
            placeholder={T.findLabel}
            maxLength={QUERY_MAX_LENGTH}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="w-full"
          />
          {list}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={text.trim() === ''} className="flex-1">
            {T.search}
          </Button>
          <Button
            look="outline"
            className="flex-1 whitespace-nowrap"
            aria-busy={locating}
            onClick={() => void nearby()}
          >
            <LocateIcon size={22} /> {locating ? T.locating : T.nearby}
          </Button>
        </div>
      </form>
      {asked && <Found key={asked.round} asked={asked} now={now} />}
    </section>
  )
}
