import { useState } from 'react'
import type { AgedPark, CouncilFreshness } from '../../../data/model/freshness.ts'
import { Link } from '@tanstack/react-router'
import { addressOf, markChecked, readAgedParks, readFreshness } from '../../api/admin.ts'
import { useTitle } from '../../platform/title.ts'
import { toast } from '../../platform/toast-queue.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Heading, ReadPlaceholder, ShowMore } from './parts.tsx'
import { useAdminChange, useAdminRead } from './queries.ts'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.freshness
const STEP = 25
/** All councils; '' stands for the parks in no known council area. */
const ALL = 'all'

function OnePark({ park }: { park: AgedPark }) {
  const { id, name, place, council, publishers, asOf, page } = park
  const check = useAdminChange(markChecked, {
    directory: true,
    done: () => toast({ title: T.checked, description: name }),
  })
  return (
    <li className="card grid items-center gap-3 p-4 md:grid-cols-[1fr_auto]">
      <div>
        <h2 className="text-m font-semibold">
          <Link to="/park/$id" params={{ id: String(id) }} className="textlink">
            {name}
          </Link>
        </h2>
        <p>{[place, council].filter(Boolean).join(', ')}</p>
        <p className="text-s text-muted">{T.source(publishers, asOf)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {page !== null && (
          <a
            href={page}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass('outline')}
            aria-label={T.openPageOf(name)}
          >
            {T.openPage}
          </a>
        )}
        <Button
          aria-label={T.stillTrueOf(name)}
          aria-disabled={check.isPending}
          onClick={() => {
            if (!check.isPending) check.mutate(id)
          }}
        >
          {check.isPending ? T.saving : T.stillTrue}
        </Button>
      </div>
    </li>
  )
}

const optionOf = ({ code, name, state, parks, undated, oldest }: CouncilFreshness) => (
  <option key={code} value={code}>
    {T.council(name === '' ? T.noCouncil : [name, state].filter(Boolean).join(', '), parks, undated, oldest)}
  </option>
)

/** The parks with the oldest facts, by council, to look them up and confirm them. */
export default function Freshness() {
  useTitle(T.title)
  const [council, setCouncil] = useState(ALL)
  const [limit, setLimit] = useState(STEP)
  const councils = useAdminRead(addressOf('freshness'), readFreshness).data ?? []
  const address = addressOf('freshness/parks', { limit })
  // An empty council is a choice of its own, which `addressOf` would leave out.
  const answer = useAdminRead(council === ALL ? address : `${address}&council=${council}`, readAgedParks)
  const { data } = answer
  return (
    <div className="stack gap-5">
      <Heading title={T.title} lead={T.lead} />
      <Select
        label={T.byCouncil}
        value={council}
        onChange={(event) => {
          setCouncil(event.target.value)
          setLimit(STEP)
        }}
      >
        <option value={ALL}>{T.allCouncils}</option>
        {councils.map(optionOf)}
      </Select>
      {data === undefined && <ReadPlaceholder read={answer} error={T.error} />}
      {data?.total === 0 && <p className="text-muted">{T.empty}</p>}
      {data !== undefined && data.total > 0 && (
        <div className="stack gap-5">
          <ul className="grid gap-3">
            {data.rows.map((park) => (
              <OnePark key={park.id} park={park} />
            ))}
          </ul>
          <ShowMore
            shown={data.rows.length}
            total={data.total}
            step={STEP}
            onMore={() => setLimit(limit + STEP)}
          />
        </div>
      )}
    </div>
  )
}
