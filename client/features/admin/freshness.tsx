import { useState } from 'react'
import type { AgedPark } from '../../../data/model/freshness.ts'
import { Link } from '@tanstack/react-router'
import { addressOf, markChecked, readAgedParks, readFreshness } from '../../api/admin.ts'
import { useTitle } from '../../platform/title.ts'
import { toast } from '../../platform/toast.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ROW } from '../../ui/list-focus.ts'
import { ALL_COUNCILS, CouncilSelect, withCouncil } from './council-select.tsx'
import { Heading } from './parts.tsx'
import { useAdminChange, useAdminRead } from './queries.ts'
import { RowList } from './row-list.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.freshness
const STEP = 25

function OnePark({ park }: { park: AgedPark }) {
  const { id, name, place, council, publishers, asOf, page } = park
  const check = useAdminChange(markChecked, {
    directory: true,
    done: () => toast({ title: T.checked, description: name }),
  })
  return (
    <li {...ROW} className="card grid items-center gap-3 p-4 md:grid-cols-[1fr_auto]">
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

/** The parks with the oldest facts, by council, to look them up and confirm them. */
export default function Freshness() {
  useTitle(T.title)
  const [council, setCouncil] = useState(ALL_COUNCILS)
  const [limit, setLimit] = useState(STEP)
  const councils = useAdminRead(addressOf('freshness'), readFreshness).data ?? []
  const address = addressOf('freshness/parks', { limit })
  const answer = useAdminRead(withCouncil(address, council), readAgedParks)
  return (
    <div className="stack gap-5">
      <Heading title={T.title} lead={T.lead} />
      <CouncilSelect
        councils={councils}
        value={council}
        onChange={(code) => {
          setCouncil(code)
          setLimit(STEP)
        }}
        textOf={(name, { parks, undated, oldest }) => T.council(name, parks, undated, oldest)}
      />
      <RowList
        read={answer}
        error={T.error}
        empty={T.empty}
        step={STEP}
        onMore={() => setLimit(limit + STEP)}
      >
        {(parks) => (
          <ul className="grid gap-3">
            {parks.map((park) => (
              <OnePark key={park.id} park={park} />
            ))}
          </ul>
        )}
      </RowList>
    </div>
  )
}
