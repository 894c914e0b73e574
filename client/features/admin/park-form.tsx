import { useId, type ComponentProps, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { FEATURE_IDS, FEATURE_LABELS } from '../../../data/model/feature.ts'
import { ParkFacts } from '../../../data/model/inbox.ts'
import type { ParkDraft } from '../../../data/model/inbox.ts'
import { DogAccess, LocationAccuracy, SIZES } from '../../../data/model/park.ts'
import { STATE_CODES } from '../../../data/model/state.ts'
import { Field, Trouble, useAccountForm } from '../../ui/form.tsx'
import type { AccountForm } from '../../ui/form.tsx'
import { Select, NO_CHOICE, Checkbox } from '../../ui/field.tsx'
import { PARK_TEXTS } from '../../parks/texts.ts'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.park

const FEATURE_PREFIX = 'feature-'
const toNumber = (text: string | undefined) =>
  text === undefined || text.trim() === '' ? undefined : Number(text)
const toText = (text: string | undefined) => text?.trim() || null

/** Converts the form's values to a park's details, which the `ParkFacts` schema validates. */
const ParkForm = z.pipe(
  z.transform((form: Readonly<Record<string, string | undefined>>) => ({
    name: form['name'],
    address: form['address'],
    city: form['city'],
    state: form['state'],
    postcode: form['postcode'],
    latitude: toNumber(form['latitude']),
    longitude: toNumber(form['longitude']),
    accuracy: form['accuracy'],
    access: form['access'],
    features: FEATURE_IDS.filter((id) => form[`${FEATURE_PREFIX}${id}`] !== undefined),
    size: form['size'] === NO_CHOICE ? null : toText(form['size']),
    openingHours: toText(form['openingHours']),
    leashHours: toText(form['leashHours']),
    phone: toText(form['phone']),
    description: toText(form['description']),
  })),
  ParkFacts,
)

/** A select with a validation error below it. */
function FormSelect({
  form,
  name,
  ...rest
}: Omit<ComponentProps<typeof Select>, 'form'> & { form: AccountForm; name: string }) {
  const id = useId()
  const error = form.errors[name]
  return (
    <div className="grid gap-1">
      <Select
        name={name}
        {...rest}
        {...(error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {})}
      />
      {error && (
        <p id={`${id}-error`} className="text-s font-semibold text-closed">
          {error}
        </p>
      )}
    </div>
  )
}

const BOX =
  'min-h-tap w-full rounded-control border-control border-line-strong bg-surface px-4 py-2 text-m text-ink'

interface ParkFormProps {
  draft: ParkDraft
  /** Called with valid details. Rejects if saving failed. */
  onSend(facts: ParkFacts): Promise<unknown>
  /** The buttons. */
  children(form: AccountForm): ReactNode
}

/** Form to edit a park's details. */
export function ParkFactsForm({ draft, onSend, children }: ParkFormProps) {
  const id = useId()
  const form = useAccountForm(ParkForm as z.ZodMiniType<ParkFacts>, onSend)
  return (
    <form {...form.props} className="stack gap-4">
      <Field form={form} name="name" label={T.name} defaultValue={draft.name} />
      <Field form={form} name="address" label={T.address} defaultValue={draft.address} />
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem_8rem]">
        <Field form={form} name="city" label={T.city} defaultValue={draft.city} />
        <FormSelect form={form} name="state" label={T.state} defaultValue={draft.state}>
          {STATE_CODES.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </FormSelect>
        <Field
          form={form}
          name="postcode"
          label={T.postcode}
          inputMode="numeric"
          defaultValue={draft.postcode}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          form={form}
          name="latitude"
          label={T.latitude}
          inputMode="text"
          defaultValue={draft.latitude ?? ''}
        />
        <Field
          form={form}
          name="longitude"
          label={T.longitude}
          inputMode="text"
          defaultValue={draft.longitude ?? ''}
        />
        <FormSelect form={form} name="accuracy" label={T.accuracy} defaultValue={draft.accuracy}>
          {LocationAccuracy.options.map((one) => (
            <option key={one} value={one}>
              {T.accuracies[one]}
            </option>
          ))}
        </FormSelect>
      </div>
      <div className="grid gap-4 sm:grid-cols-[1fr_12rem]">
        <FormSelect form={form} name="access" label={T.access} defaultValue={draft.access ?? NO_CHOICE}>
          <option value={NO_CHOICE}>{T.choose}</option>
          {DogAccess.options.map((rule) => (
            <option key={rule} value={rule}>
              {PARK_TEXTS.accesses[rule]}
            </option>
          ))}
        </FormSelect>
        <FormSelect form={form} name="size" label={T.size} defaultValue={draft.size ?? NO_CHOICE}>
          <option value={NO_CHOICE}>{T.unknown}</option>
          {SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </FormSelect>
      </div>
      <fieldset className="m-0 border-0 p-0">
        <legend className="text-s font-semibold">{T.features}</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {FEATURE_IDS.filter((feature) => feature !== 'dog-friendly').map((feature) => (
            <Checkbox
              key={feature}
              name={`${FEATURE_PREFIX}${feature}`}
              defaultChecked={draft.features.includes(feature)}
            >
              {FEATURE_LABELS[feature]}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <Field
        form={form}
        name="openingHours"
        label={T.openingHours}
        note={T.hoursNote}
        defaultValue={draft.openingHours ?? ''}
      />
      <Field form={form} name="leashHours" label={T.leashHours} defaultValue={draft.leashHours ?? ''} />
      <Field
        form={form}
        name="phone"
        label={T.phone}
        type="tel"
        autoComplete="off"
        defaultValue={draft.phone ?? ''}
      />
      <div className="grid gap-1">
        <label htmlFor={`${id}-description`} className="text-s font-semibold">
          {T.description}
        </label>
        <textarea
          id={`${id}-description`}
          name="description"
          rows={4}
          defaultValue={draft.description ?? ''}
          className={BOX}
        />
        {form.errors['description'] && (
          <p className="text-s font-semibold text-closed">{form.errors['description']}</p>
        )}
      </div>
      <Trouble form={form} />
      {children(form)}
    </form>
  )
}
