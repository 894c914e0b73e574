import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FEATURE_LABELS, type FeatureId } from '../../../data/model/feature.ts'
import type { Place } from '../../../data/model/search.ts'
import { STATE_CODES, STATE_NAMES } from '../../../data/model/state.ts'
import { ParkSubmission } from '../../../data/model/submission.ts'
import { usePosition } from '../../queries/index.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Select, Labelled, NO_CHOICE, TextInput, Checkbox } from '../../ui/field.tsx'
import { LocateIcon } from '../../ui/icons.tsx'
import { useSuggestionList } from '../../search-box/suggestion-list.tsx'
import { useTitle } from '../../platform/title.ts'
import { toast } from '../../platform/toast-queue.ts'
import { Honeypot, FormTextArea, FormInput } from './fields.tsx'
import { FORM_TEXTS } from './texts.ts'
import { useSubmissionForm, type FormState } from './use-submission-form.ts'
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
const FEATURE_ORDER = FEATURES.map(([, feature]) => feature)
/** Delay between the success toast and the navigation to the home page. */
const REDIRECT_DELAY_MS = 2_000

const EMPTY = {
  parkName: '',
  address: '',
  suburb: '',
  postcode: '',
  state: '',
  description: '',
  website: '',
  openingHours: '',
  features: [] as string[],
  fax: '',
}
type ParkDraft = typeof EMPTY

/** Adds a scheme to addresses such as 'www.example.com'. */
const withScheme = (address: string) =>
  address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`

const optionalText = (name: string, text: string) => (text.trim() === '' ? {} : { [name]: text.trim() })

function readPark({
  parkName,
  address,
  suburb,
  postcode,
  state,
  description,
  website,
  openingHours,
  features,
  fax,
}: ParkDraft) {
  return {
    parkName,
    address,
    suburb,
    postcode,
    state: state.toUpperCase(),
    features,
    fax,
    ...optionalText('description', description),
    ...optionalText('website', withScheme(website.trim())),
    ...optionalText('openingHours', openingHours),
  }
}

/** A suburb or postcode field with suggestions. Selecting a place fills in suburb, postcode and state. */
function PlaceInput({
  form,
  name,
  label,
  note,
  inputMode,
}: {
  form: FormState<ParkDraft>
  name: 'suburb' | 'postcode'
  label: string
  note?: string
  inputMode?: 'numeric'
}) {
  const error = form.errors[name]
  const text = form.draft[name]
  function fillIn(_label: string, found: Place | null) {
    if (found === null) return
    const { kind, name: place, state, postcode } = found
    form.change({
      state: state.toLowerCase(),
      ...(kind === 'locality' || kind === 'region' ? { suburb: place } : {}),
      ...(kind === 'postcode' ? { postcode: place } : postcode === null ? {} : { postcode }),
    })
  }
  const { input, list } = useSuggestionList(text, fillIn, { placesOnly: true })
  return (
    <Labelled label={label} note={note} error={error}>
      {(controlProps) => (
        <div className="relative">
          <TextInput
            {...controlProps}
            {...input}
            name={name}
            value={text}
            readOnly={form.busy}
            aria-required
            autoComplete="off"
            maxLength={name === 'postcode' ? 20 : 100}
            inputMode={inputMode}
            className={`w-full ${error ? 'border-closed' : ''}`}
            onChange={({ target }) => form.change({ [name]: target.value })}
          />
          {list}
        </div>
      )}
    </Labelled>
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

function Features({ form }: { form: FormState<ParkDraft> }) {
  const { features } = form.draft
  return (
    <fieldset>
      <legend className="text-s font-semibold">{FORM_TEXTS.optional(T.features)}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-x-4">
        {FEATURES.map(([option, id]) => (
          <Checkbox
            key={id}
            name="features"
            value={option}
            checked={features.includes(id)}
            aria-disabled={form.busy}
            onChange={({ target }) =>
              form.change({
                features: FEATURE_ORDER.filter((one) =>
                  one === id ? target.checked : features.includes(one),
                ),
              })
            }
          >
            {FEATURE_LABELS[id]}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

export default function SubmitParkPage() {
  useTitle(T.title)
  const navigate = useNavigate()
  const [done, setDone] = useState(false)
  const { formProps, ...form } = useSubmissionForm({
    kind: 'submission',
    empty: EMPTY,
    schema: ParkSubmission,
    read: readPark,
    sent: { title: T.sent, description: T.sentBody },
    onSent: () => setDone(true),
  })
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => void navigate({ to: '/' }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [done, navigate])
  const { state } = form.draft
  return (
    <div className="wrap stack max-w-3xl! gap-5 py-7 md:py-10">
      <div>
        <PageTitle>{T.title}</PageTitle>
        <p className="text-muted">
          {T.lead} {FORM_TEXTS.kept}
        </p>
      </div>
      <form {...formProps} className="card grid gap-6 p-4 md:p-6">
        <FormInput form={form} name="parkName" label={T.parkName} autoComplete="off" maxLength={200} />
        <section className="grid gap-4" aria-labelledby="submit-place">
          <h2 id="submit-place" className="text-l">
            {T.place}
          </h2>
          <LocateButton />
          <FormInput
            form={form}
            name="address"
            label={T.address}
            note={T.addressNote}
            autoComplete="off"
            maxLength={300}
          />
          <PlaceInput form={form} name="suburb" label={T.suburb} note={T.suburbNote} />
          <div className="grid gap-4 sm:grid-cols-2">
            <PlaceInput form={form} name="postcode" label={T.postcode} inputMode="numeric" />
            <Select
              label={T.state}
              name="state"
              value={state === '' ? NO_CHOICE : state}
              aria-required
              aria-disabled={form.busy}
              error={form.errors['state'] && T.stateMissing}
              onChange={({ target }) =>
                form.change({ state: target.value === NO_CHOICE ? '' : target.value })
              }
            >
              <option value={NO_CHOICE}>{T.chooseState}</option>
              {STATE_CODES.map((code) => (
                <option key={code} value={code.toLowerCase()}>
                  {STATE_NAMES[code]}
                </option>
              ))}
            </Select>
          </div>
        </section>
        <section className="grid gap-4" aria-labelledby="submit-more">
          <h2 id="submit-more" className="text-l">
            {T.more}
          </h2>
          <Features form={form} />
          <FormInput
            form={form}
            name="openingHours"
            label={T.openingHours}
            note={T.openingHoursNote}
            optional
            autoComplete="off"
            maxLength={300}
          />
          <FormInput
            form={form}
            name="website"
            label={T.website}
            note={T.websiteNote}
            optional
            type="url"
            inputMode="url"
            autoComplete="off"
            maxLength={500}
          />
          <FormTextArea
            form={form}
            name="description"
            label={T.description}
            optional
            maxLength={5000}
            rows={5}
          />
        </section>
        <Honeypot form={form} />
        <Button type="submit" aria-disabled={form.busy} className="sm:justify-self-start">
          {form.busy ? T.sending : T.send}
        </Button>
      </form>
      <p className="flex flex-wrap items-center gap-x-3">
        {T.question}{' '}
        <ButtonLink to="/contact" look="quiet">
          {T.contact}
        </ButtonLink>
      </p>
    </div>
  )
}
