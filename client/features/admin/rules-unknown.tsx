import { useState } from 'react'
import { DogAccess } from '../../../data/model/park.ts'
import type { UnpublishedPark } from '../../../data/model/import.ts'
import { Button } from '../../ui/button.tsx'
import { Select, NO_CHOICE } from '../../ui/field.tsx'
import { PARK_TEXTS } from '../../parks/texts.ts'
import { toast } from '../../platform/toast-queue.ts'
import { readUnpublished, publishPark } from '../../api/admin.ts'
import { useAdminChange } from './queries.ts'
import { ListPage } from './list-page.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.unknown

function OnePark({ park }: { park: UnpublishedPark }) {
  const [access, setAccess] = useState<DogAccess | typeof NO_CHOICE>(NO_CHOICE)
  const { id, name, address, city, state, postcode, source, asOf } = park
  const publish = useAdminChange(publishPark, {
    directory: true,
    done: () => toast({ title: T.published, description: name }),
  })

  function submit() {
    if (publish.isPending) return
    if (access === NO_CHOICE) toast({ title: T.first, look: 'destructive' })
    else publish.mutate({ id, access })
  }
  return (
    <li className="card grid items-end gap-3 p-4 md:grid-cols-[1fr_18rem_auto]">
      <div>
        <h2 className="text-m font-semibold">{name}</h2>
        <p>{[address, city, state, postcode].filter(Boolean).join(' ')}</p>
        <p className="text-s text-muted">{T.source(source, asOf)}</p>
      </div>
      <Select
        label={T.rule(name)}
        value={access}
        onChange={(event) => setAccess(event.target.value as DogAccess | typeof NO_CHOICE)}
      >
        <option value={NO_CHOICE}>{T.choose}</option>
        {DogAccess.options.map((rule) => (
          <option key={rule} value={rule}>
            {PARK_TEXTS.accesses[rule]}
          </option>
        ))}
      </Select>
      <Button aria-label={T.publishOf(name)} aria-disabled={publish.isPending} onClick={submit}>
        {publish.isPending ? T.publishing : T.publish}
      </Button>
    </li>
  )
}

/** Imported parks with unknown dog rules. They stay unpublished until an administrator sets the rules. */
export default function RulesUnknown() {
  return (
    <ListPage texts={T} list="unpublished-parks" read={readUnpublished} step={25}>
      {(rows) => (
        <ul className="grid gap-3">
          {rows.map((park) => (
            <OnePark key={park.id} park={park} />
          ))}
        </ul>
      )}
    </ListPage>
  )
}
