import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { FEATURE_LABELS, type FeatureId } from '../../../data/model/feature.ts'
import type { LatLng } from '../../../data/model/point.ts'
import type { Place } from '../../../data/model/search.ts'
import { STATE_CODES, STATE_NAMES } from '../../../data/model/state.ts'
import { ParkSubmission } from '../../../data/model/submission.ts'
import { usePosition } from '../../queries/index.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { NO_CHOICE } from '../../ui/field.tsx'
import { CheckboxField, Field, SelectField, TextAreaField } from '../../ui/form-fields.tsx'
import { LocateIcon } from '../../ui/icons.tsx'
import { useSuggestionList } from '../../search-box/suggestion-list.tsx'
import { useTitle } from '../../platform/title.ts'
import { toast } from '../../platform/toast.ts'
import type { Stored } from './draft-values.ts'
import { SubmissionFields } from './fields.tsx'
import { PlacePoint, pointText, readPoint } from './place-point.tsx'
import { FORM_TEXTS } from './texts.ts'
import { useSubmissionForm, type SubmissionForm } from './use-submission-form.ts'
import { PageTitle } from '../../ui/page-title.tsx'

const T = FORM_TEXTS.submit
/** The features to choose from, in the order of the form: their id on it, and the catalogue's id that is sent. */
const FEATURES = [
  ['off-leash', 'off-leash'],
  ['fenced', 'fenced'],
  ['water', 'water'],
  ['shade', 'shade'],
  ['toilets', 'toilets'],
  ['parking', 'parking'],
  ['bins', 'waste-bins'],
  ['bags', 'bags'],
  ['seating', 'seating'],
  ['paths', 'walk'],
  ['bbq', 'bbq'],
  ['safety', 'safe'],
] as const satisfies readonly (readonly [option: string, feature: FeatureId])[]
/** Delay between the success toast and the navigation to the home page. */
const REDIRECT_DELAY_MS = 2_000

const EMPTY = {
  parkName: '',
  address: '',
  suburb: '',
  postcode: '',
  state: NO_CHOICE as string,
  description: '',
  website: '',
  openingHours: '',
  /** Their ids on the form. */
  features: [] as string[],
  /** JSON, or '' for none. */
  point: '',
  fax: '',
}
type ParkValues = typeof EMPTY

/** Adds a scheme to addresses such as 'www.example.com'. */
const withScheme = (address: string) =>
  address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`

const stateOf = (value: string) => (value === NO_CHOICE ? '' : value)
const optional = (text: string) => text.trim() || undefined

const ParkForm = z.pipe(
  z.transform(({ description, website, openingHours, ...values }: ParkValues): Stored => ({
    ...values,
    state: values.state.toUpperCase(),
    features: FEATURES.flatMap(([option, id]) => (values.features.includes(option) ? id : [])),
    description: optional(description),
    website: optional(withScheme(website.trim())),
    openingHours: optional(openingHours),
    point: readPoint(values.point),
  })),
  ParkSubmission,
)

/** A refused submission, and a draft of earlier versions, have the catalogue's ids and another value for no state. */
const restore = (stored: Stored) => {
  const { state, features } = stored
  return {
    ...stored,
    point: pointText(stored.point),
    state: typeof state === 'string' && state !== '' ? state.toLowerCase() : NO_CHOICE,
    ...(Array.isArray(features) && {
      features: FEATURES.flatMap(([option, id]) =>
        features.includes(option) || features.includes(id) ? option : [],
      ),
    }),
  }
}

/** A suburb or postcode field with suggestions. Selecting a place fills in suburb, postcode and state. */
function PlaceInput({
  form,
  name,
  label,
  note,
  inputMode,
  onFound,
}: {
  form: SubmissionForm<ParkValues>
  name: 'suburb' | 'postcode'
  label: string
  note?: string
  inputMode?: 'numeric'
  onFound(place: LatLng): void
}) {
  const text = form.watch(name)
  function fillIn(_label: string, found: Place | null) {
    if (found === null) return
    onFound({ latitude: found.latitude, longitude: found.longitude })
    const { kind, name: place, state, postcode } = found
    form.change({
      state: state.toLowerCase(),
      ...(kind === 'locality' || kind === 'region' ? { suburb: place } : {}),
      ...(kind === 'postcode' ? { postcode: place } : postcode === null ? {} : { postcode }),
    })
  }
  const { input, list } = useSuggestionList(text, fillIn, { placesOnly: true })
  return (
    <Field
      form={form}
      name={name}
      label={label}
      note={note}
      required
      maxLength={name === 'postcode' ? 20 : 100}
      inputMode={inputMode}
      {...input}
    >
      {list}
    </Field>
  )
}

/**
 * Looks up the position but does not fill it in: for privacy, the address is entered by hand (specification,
 * section 8).
 */
function LocateButton() {
  const { locate, locating } = usePosition()
  async function ask() {
    const result = await locate()
    if (result.ok) toast({ title: T.located, description: T.locatedBody })
    else
      toast({
        title: T.locationError,
        description: result.code === 0 ? T.locationErrorBody : result.message,
        look: 'destructive',
      })
  }
  return (
    <Button look="outline" className="justify-self-start" aria-busy={locating} onClick={() => void ask()}>
      <LocateIcon size={22} /> {locating ? T.locating : T.locate}
    </Button>
  )
}

function Features({ form }: { form: SubmissionForm<ParkValues> }) {
  return (
    <fieldset>
      <legend className="text-s font-semibold">{FORM_TEXTS.optional(T.features)}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-x-4">
        {FEATURES.map(([option, id]) => (
          <CheckboxField key={id} form={form} name="features" value={option}>
            {FEATURE_LABELS[id]}
          </CheckboxField>
        ))}
      </div>
    </fieldset>
  )
}

export default function SubmitParkPage() {
  useTitle(T.title)
  const navigate = useNavigate()
  const [done, setDone] = useState(false)
  const [around, setAround] = useState<LatLng | null>(null)
  const form = useSubmissionForm({
    kind: 'submission',
    draftForm: 'submission',
    empty: EMPTY,
    schema: ParkForm,
    restore,
    sent: { title: T.sent, savedTitle: T.saved, description: T.sentBody },
    onSent: () => setDone(true),
  })
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => {
      // The user may have left for another page, whose code is still loading.
      if (location.pathname === '/submit-park') void navigate({ to: '/' })
    }, REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [done, navigate])
  return (
    <div className="wrap grid grid-cols-[minmax(0,44rem)] gap-5 py-7 md:py-10">
      <div className="grid gap-2">
        <PageTitle>{T.title}</PageTitle>
        <p className="text-muted">
          {T.lead} {form.isStored && FORM_TEXTS.kept}
        </p>
      </div>
      <SubmissionFields form={form} className="card grid gap-6 p-4 md:p-6" send={T.send} sending={T.sending}>
        <Field form={form} required name="parkName" label={T.parkName} autoComplete="off" maxLength={200} />
        <section className="grid gap-4" aria-labelledby="submit-place">
          <h2 id="submit-place" className="text-l">
            {T.place}
          </h2>
          <LocateButton />
          <Field
            form={form}
            name="address"
            required
            label={T.address}
            note={T.addressNote}
            autoComplete="off"
            maxLength={300}
          />
          <PlaceInput form={form} name="suburb" label={T.suburb} note={T.suburbNote} onFound={setAround} />
          <div className="grid gap-4 sm:grid-cols-2">
            <PlaceInput
              form={form}
              name="postcode"
              label={T.postcode}
              inputMode="numeric"
              onFound={setAround}
            />
            <SelectField form={form} name="state" label={T.state} required error={T.stateMissing}>
              <option value={NO_CHOICE}>{T.chooseState}</option>
              {STATE_CODES.map((code) => (
                <option key={code} value={code.toLowerCase()}>
                  {STATE_NAMES[code]}
                </option>
              ))}
            </SelectField>
          </div>
          <PlacePoint
            value={form.watch('point')}
            onChange={(point) => form.change({ point })}
            around={around}
            like={{
              name: form.watch('parkName'),
              suburb: form.watch('suburb'),
              state: stateOf(form.watch('state')),
              postcode: form.watch('postcode'),
            }}
          />
        </section>
        <section className="grid gap-4" aria-labelledby="submit-more">
          <h2 id="submit-more" className="text-l">
            {T.more}
          </h2>
          <Features form={form} />
          <Field
            form={form}
            name="openingHours"
            label={FORM_TEXTS.optional(T.openingHours)}
            note={T.openingHoursNote}
            autoComplete="off"
            maxLength={300}
          />
          <Field
            form={form}
            name="website"
            label={FORM_TEXTS.optional(T.website)}
            note={T.websiteNote}
            type="url"
            inputMode="url"
            autoComplete="off"
            maxLength={500}
          />
          <TextAreaField
            form={form}
            name="description"
            label={FORM_TEXTS.optional(T.description)}
            maxLength={5000}
            rows={5}
          />
        </section>
      </SubmissionFields>
      <p className="flex flex-wrap items-center gap-x-3">
        {T.question}{' '}
        <ButtonLink to="/contact" look="quiet">
          {T.contact}
        </ButtonLink>
      </p>
    </div>
  )
}
