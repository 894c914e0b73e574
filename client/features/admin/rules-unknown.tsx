import * as z from 'zod/mini'
import { DogAccess } from '../../../data/model/park.ts'
import type { UnpublishedPark } from '../../../data/model/import.ts'
import { NO_CHOICE } from '../../ui/field.tsx'
import { SelectField } from '../../ui/form-fields.tsx'
import { FormError, SubmitButton, useForm } from '../../ui/form.tsx'
import { PARK_TEXTS } from '../../parks/texts.ts'
import { toast } from '../../platform/toast-queue.ts'
import { readUnpublished, publishPark } from '../../api/admin.ts'
import { useAdminChange } from './queries.ts'
import { ListPage } from './list-page.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.unknown

const RuleForm = z.strictObject({
  access: z.pipe(
    z.transform((value: string) => value),
    z.enum(DogAccess.options, T.first),
  ),
})

function OnePark({ park }: { park: UnpublishedPark }) {
  const { id, name, address, city, state, postcode, source, asOf } = park
  const publish = useAdminChange(publishPark, {
    directory: true,
    quiet: true,
    done: () => toast({ title: T.published, description: name }),
  })
  const form = useForm({
    schema: RuleForm,
    defaultValues: { access: NO_CHOICE },
    send: ({ access }) => publish.mutateAsync({ id, access }),
  })
  return (
    <li className="card p-4">
      <form {...form.props} className="grid items-end gap-3 md:grid-cols-[1fr_18rem_auto]">
        <div>
          <h2 className="text-m font-semibold">{name}</h2>
          <p>{[address, city, state, postcode].filter(Boolean).join(' ')}</p>
          <p className="text-s text-muted">{T.source(source, asOf)}</p>
        </div>
        <SelectField form={form} name="access" label={T.rule(name)}>
          <option value={NO_CHOICE}>{T.choose}</option>
          {DogAccess.options.map((rule) => (
            <option key={rule} value={rule}>
              {PARK_TEXTS.accesses[rule]}
            </option>
          ))}
        </SelectField>
        <SubmitButton form={form} busyText={T.publishing} aria-label={T.publishOf(name)}>
          {T.publish}
        </SubmitButton>
        <FormError form={form} />
      </form>
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
