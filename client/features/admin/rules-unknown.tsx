import { useState } from 'react'
import * as z from 'zod/mini'
import { DogAccess } from '../../../data/model/park.ts'
import { RULES_AT_ONCE } from '../../../data/model/import.ts'
import type { RulesBody, UnpublishedPark } from '../../../data/model/import.ts'
import { Checkbox, Labelled, NO_CHOICE, Select, TextInput } from '../../ui/field.tsx'
import { ROW } from '../../ui/list-focus.ts'
import { SelectField } from '../../ui/form-fields.tsx'
import { FormError, SubmitButton, useForm } from '../../ui/form.tsx'
import { PAGE_TEXTS } from '../../parks/page-texts.ts'
import { useTitle } from '../../platform/title.ts'
import { toast } from '../../platform/toast.ts'
import { addressOf, readUnpublished, readUnpublishedCouncils, setRules } from '../../api/admin.ts'
import { useAdminChange, useAdminRead } from './queries.ts'
import { ALL_COUNCILS, CouncilSelect, withCouncil } from './council-select.tsx'
import { Heading, formatFullAddress } from './parts.tsx'
import { RowList } from './row-list.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.unknown
const STEP = 25

type Rule = RulesBody['access']

const RuleForm = z.strictObject({
  access: z.pipe(
    z.transform((value: string) => value),
    z.enum([...DogAccess.options, 'no_dogs'], T.first),
  ),
})

const RULE_OPTIONS = (
  <>
    <option value={NO_CHOICE}>{T.choose}</option>
    {DogAccess.options.map((rule) => (
      <option key={rule} value={rule}>
        {PAGE_TEXTS.accesses[rule]}
      </option>
    ))}
    <option value="no_dogs">{T.noDogs}</option>
  </>
)

/** Sets a rule for some parks and says so. */
function useSetRules(done: (ids: readonly number[], access: Rule) => void) {
  const change = useAdminChange(
    async (body: RulesBody) => ({ ids: await setRules(body), access: body.access }),
    { directory: true, quiet: true, done: ({ ids, access }) => done(ids, access) },
  )
  return change.mutateAsync
}

interface OneParkProps {
  park: UnpublishedPark
  /** Whether the list shows the parks without dogs. */
  isNoDogsList: boolean
  selected: boolean
  onSelect(selected: boolean): void
}

function OnePark({ park, isNoDogsList, selected, onSelect }: OneParkProps) {
  const { id, name, address, city, state, postcode, leashHours, source, asOf, notes } = park
  const set = useSetRules((changed, access) => {
    if (changed.length === 0) toast({ title: T.notListed, description: T.notListedBody(name) })
    else if (access === 'no_dogs') toast({ title: T.saved, description: T.savedBody })
    else toast({ title: T.published, description: name })
  })
  const form = useForm({
    schema: RuleForm,
    defaultValues: { access: NO_CHOICE },
    send: ({ access }) => set({ ids: [id], access, noDogs: isNoDogsList }),
  })
  const noDogs = form.watch('access') === 'no_dogs'
  return (
    <li {...ROW} className="card p-4">
      <form {...form.props} className="grid items-end gap-3 md:grid-cols-[auto_1fr_18rem_auto]">
        <Checkbox
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
          className="md:self-center"
        >
          <span className="md:sr-only">{T.select(name)}</span>
        </Checkbox>
        <div>
          <h2 className="text-m font-semibold">{name}</h2>
          <p>{formatFullAddress({ address, city, state, postcode })}</p>
          {leashHours !== null && <p>{T.listSays(leashHours)}</p>}
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          <p className="text-s text-muted">{T.source(source, asOf)}</p>
        </div>
        <SelectField form={form} name="access" label={T.rule(name)}>
          {RULE_OPTIONS}
        </SelectField>
        <SubmitButton
          form={form}
          busyText={T.publishing}
          aria-label={noDogs ? T.saveOf(name) : T.publishOf(name)}
        >
          {noDogs ? T.save : T.publish}
        </SubmitButton>
        <FormError form={form} />
      </form>
    </li>
  )
}

/** Sets one rule for all selected parks. */
function BulkForm({
  ids,
  isNoDogsList,
  onDone,
}: {
  ids: readonly number[]
  isNoDogsList: boolean
  onDone(): void
}) {
  const set = useSetRules((changed) => {
    toast({ title: T.applied(changed.length) })
    onDone()
  })
  const form = useForm({
    schema: RuleForm,
    defaultValues: { access: NO_CHOICE },
    send: ({ access }) => set({ ids: [...ids], access, noDogs: isNoDogsList }),
  })
  return (
    <form {...form.props} className="flex flex-wrap items-end gap-3">
      <SelectField form={form} name="access" label={T.bulk}>
        {RULE_OPTIONS}
      </SelectField>
      <SubmitButton form={form} busyText={T.publishing}>
        {T.apply(ids.length)}
      </SubmitButton>
      <FormError form={form} />
    </form>
  )
}

/**
 * Imported parks with unknown dog rules, by council or found by words. They stay unpublished until an
 * administrator sets the rules, for one park or for several at once.
 */
export default function RulesUnknown() {
  useTitle(T.title)
  const [words, setWords] = useState('')
  const [council, setCouncil] = useState(ALL_COUNCILS)
  const [noDogs, setNoDogs] = useState(false)
  const [limit, setLimit] = useState(STEP)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const councils = useAdminRead(addressOf('unpublished-parks/councils'), readUnpublishedCouncils).data ?? []
  const address = addressOf('unpublished-parks', {
    limit,
    q: words.trim(),
    noDogs: noDogs ? 'true' : undefined,
  })
  const answer = useAdminRead(withCouncil(address, council), readUnpublished)
  const filtered = words.trim() !== '' || council !== ALL_COUNCILS || noDogs
  const ids = (answer.data?.rows ?? []).map(({ id }) => id).slice(0, RULES_AT_ONCE)
  // Only parks that are shown count as selected.
  const chosen = ids.filter((id) => selected.has(id))
  /** Applies a filter; the selection belongs to the previous list. */
  const filter = (change: () => void) => {
    change()
    setLimit(STEP)
    setSelected(new Set())
  }
  return (
    <div className="stack gap-5">
      <Heading title={T.title} lead={T.lead} />
      <div className="grid items-start gap-4 md:grid-cols-3">
        <Labelled label={T.search} note={T.searchNote}>
          {(props) => (
            <TextInput
              {...props}
              type="search"
              value={words}
              maxLength={100}
              onChange={(event) => filter(() => setWords(event.target.value))}
            />
          )}
        </Labelled>
        <CouncilSelect
          councils={councils}
          value={council}
          onChange={(code) => filter(() => setCouncil(code))}
          textOf={(name, { parks }) => T.councilParks(name, parks)}
        />
        <Select
          label={T.show}
          value={noDogs ? 'noDogs' : 'unknown'}
          onChange={(event) => filter(() => setNoDogs(event.target.value === 'noDogs'))}
        >
          <option value="unknown">{T.shown.unknown}</option>
          <option value="noDogs">{T.shown.noDogs}</option>
        </Select>
      </div>
      <RowList
        read={answer}
        error={T.error}
        empty={filtered ? T.none : T.empty}
        step={STEP}
        onMore={() => setLimit(limit + STEP)}
      >
        {(parks) => (
          <>
            <div className="card grid gap-3 p-4 md:grid-cols-[1fr_auto] md:items-end">
              <Checkbox
                checked={chosen.length === ids.length}
                onChange={(event) => setSelected(new Set(event.target.checked ? ids : []))}
              >
                {T.selectAll(ids.length)}
                {chosen.length > 0 && (
                  <span className="block text-s text-muted">{T.selected(chosen.length)}</span>
                )}
              </Checkbox>
              {chosen.length > 0 && (
                <BulkForm ids={chosen} isNoDogsList={noDogs} onDone={() => setSelected(new Set())} />
              )}
            </div>
            <ul className="grid gap-3">
              {parks.map((park) => (
                <OnePark
                  key={park.id}
                  park={park}
                  isNoDogsList={noDogs}
                  selected={selected.has(park.id)}
                  onSelect={(on) =>
                    setSelected(
                      new Set(on ? [...selected, park.id] : [...selected].filter((id) => id !== park.id)),
                    )
                  }
                />
              ))}
            </ul>
          </>
        )}
      </RowList>
    </div>
  )
}
