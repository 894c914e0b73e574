import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { featuresAfterRule } from '../../../data/import/rule-features.ts'
import { FEATURE_IDS, FEATURE_LABELS } from '../../../data/model/feature.ts'
import type { FeatureId } from '../../../data/model/feature.ts'
import { ParkFacts } from '../../../data/model/inbox.ts'
import type { ParkDraft } from '../../../data/model/inbox.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { MapPlace } from '../../map/map-place.tsx'
import { DogAccess, LocationAccuracy, SIZES } from '../../../data/model/park.ts'
import { STATE_CODES } from '../../../data/model/state.ts'
import { CheckboxField, Field, SelectField, TextAreaField } from '../../ui/form-fields.tsx'
import { FormError, useForm } from '../../ui/form.tsx'
import type { FormState } from '../../ui/form.tsx'
import { NO_CHOICE } from '../../ui/field.tsx'
import { PAGE_TEXTS } from '../../parks/page-texts.ts'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.park

/** Applies to every park, so the form does not ask for it. */
const EVERY_PARK = 'dog-friendly'
const toNumber = (text: string) => (text.trim() === '' ? undefined : Number(text))
const toText = (text: string) => text.trim() || null
const chosen = (value: string) => (value === NO_CHOICE ? null : value)

/** The values of the form's fields. */
const valuesOf = (draft: ParkDraft) => ({
  name: draft.name,
  address: draft.address,
  city: draft.city,
  state: draft.state as string,
  postcode: draft.postcode,
  latitude: String(draft.latitude ?? ''),
  longitude: String(draft.longitude ?? ''),
  accuracy: draft.accuracy as string,
  access: draft.access ?? NO_CHOICE,
  size: draft.size ?? NO_CHOICE,
  features: draft.features.filter((id) => id !== EVERY_PARK) as string[],
  openingHours: draft.openingHours ?? '',
  leashHours: draft.leashHours ?? '',
  phone: draft.phone ?? '',
  description: draft.description ?? '',
})
type ParkValues = ReturnType<typeof valuesOf>

/** Converts the form's values to a park's details, which the `ParkFacts` schema validates. */
const ParkForm = z.pipe(
  z.transform((values: ParkValues) => ({
    ...values,
    latitude: toNumber(values.latitude),
    longitude: toNumber(values.longitude),
    // In the order of the catalogue, so that unchanged features compare as equal.
    features: FEATURE_IDS.filter((id) => values.features.includes(id)),
    size: chosen(values.size),
    openingHours: toText(values.openingHours),
    leashHours: toText(values.leashHours),
    phone: toText(values.phone),
    description: toText(values.description),
  })),
  ParkFacts,
)

const isInWorld = (degrees: number | undefined, most: number) =>
  degrees !== undefined && Math.abs(degrees) <= most

const loadMap = () => import('../../map/position-map.tsx')

/** The position of the form's fields, with a pin to drag; nothing while they have none. */
function PositionField({ form }: { form: FormState<ParkValues> }) {
  const { setValue } = form
  const name = form.watch('name')
  const latitude = toNumber(form.watch('latitude'))
  const longitude = toNumber(form.watch('longitude'))
  const isPlace = isInWorld(latitude, 90) && isInWorld(longitude, 180)
  const props = useMemo(
    () => ({
      name,
      place: { latitude: latitude ?? 0, longitude: longitude ?? 0 },
      onMove(place: LatLng) {
        setValue('latitude', String(place.latitude))
        setValue('longitude', String(place.longitude))
        setValue('accuracy', 'exact')
      },
    }),
    [name, latitude, longitude, setValue],
  )
  if (!isPlace) return null
  return (
    <div className="grid gap-1">
      <p className="text-s text-muted">{T.dragPin}</p>
      <MapPlace load={loadMap} props={props} className="h-64 rounded-control border border-line" />
    </div>
  )
}

interface ParkFormProps {
  draft: ParkDraft
  /** Called with valid details. Rejects if saving failed. */
  onSend(facts: ParkFacts): Promise<unknown>
  /** The buttons. */
  children(form: FormState<ParkValues>): ReactNode
}

/**
 * Ticks the features that follow from the rule when it is changed, and not those of the rule before. Of a rule
 * that was chosen in between, as by the arrow keys, nothing is left.
 */
function useFeaturesOfRule(form: FormState<ParkValues>, draft: ParkDraft) {
  const access = form.watch('access')
  /** What would be ticked under the rule of the draft, and what was ticked when the rule was last changed. */
  const own = useRef<readonly FeatureId[]>(draft.features)
  const shown = useRef<readonly FeatureId[]>(draft.features)
  const chosenRule = useRef(access)
  const { getValues, setValue } = form
  useEffect(() => {
    if (access === chosenRule.current) return
    chosenRule.current = access
    const ticked = new Set(getValues('features'))
    own.current = FEATURE_IDS.filter((id) =>
      ticked.has(id) === shown.current.includes(id) ? own.current.includes(id) : ticked.has(id),
    )
    const rule = DogAccess.safeParse(access).data ?? null
    shown.current = rule === draft.access ? own.current : featuresAfterRule(draft.access, rule, own.current)
    setValue('features', [...shown.current])
  }, [access, draft, getValues, setValue])
}

/** Form to edit a park's details. */
export function ParkFactsForm({ draft, onSend, children }: ParkFormProps) {
  const form = useForm({ schema: ParkForm, defaultValues: valuesOf(draft), send: onSend })
  useFeaturesOfRule(form, draft)
  return (
    <form {...form.props} className="stack gap-4">
      <Field form={form} name="name" label={T.name} />
      <Field form={form} name="address" label={T.address} />
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem_8rem]">
        <Field form={form} name="city" label={T.city} />
        <SelectField form={form} name="state" label={T.state}>
          {STATE_CODES.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </SelectField>
        <Field form={form} name="postcode" label={T.postcode} inputMode="numeric" />
      </div>
      <PositionField form={form} />
      <div className="grid gap-4 sm:grid-cols-3">
        <Field form={form} name="latitude" label={T.latitude} inputMode="text" />
        <Field form={form} name="longitude" label={T.longitude} inputMode="text" />
        <SelectField form={form} name="accuracy" label={T.accuracy}>
          {LocationAccuracy.options.map((one) => (
            <option key={one} value={one}>
              {T.accuracies[one]}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="grid gap-4 sm:grid-cols-[1fr_12rem]">
        <SelectField form={form} name="access" label={T.access}>
          <option value={NO_CHOICE}>{T.choose}</option>
          {DogAccess.options.map((rule) => (
            <option key={rule} value={rule}>
              {PAGE_TEXTS.accesses[rule]}
            </option>
          ))}
        </SelectField>
        <SelectField form={form} name="size" label={T.size}>
          <option value={NO_CHOICE}>{T.unknown}</option>
          {SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </SelectField>
      </div>
      <fieldset className="m-0 border-0 p-0">
        <legend className="text-s font-semibold">{T.features}</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {FEATURE_IDS.filter((id) => id !== EVERY_PARK).map((feature) => (
            <CheckboxField key={feature} form={form} name="features" value={feature}>
              {FEATURE_LABELS[feature]}
            </CheckboxField>
          ))}
        </div>
      </fieldset>
      <Field form={form} name="openingHours" label={T.openingHours} note={T.hoursNote} />
      <Field form={form} name="leashHours" label={T.leashHours} />
      <Field form={form} name="phone" label={T.phone} type="tel" autoComplete="off" />
      <TextAreaField form={form} name="description" label={T.description} rows={4} />
      <FormError form={form} />
      {children(form)}
    </form>
  )
}
