import { useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { NO_ACCOUNT } from '../../../data/model/sync.ts'
import type { PartitionId } from '../../../data/model/sync.ts'
import type { Arguments } from '../../../data/sync/operation.ts'
import { sendingDelay } from '../../queries/index.ts'
import { useDrafts, type Drafts } from '../../queries/drafts.ts'
import { useOutbox, useSync } from '../../queries/outbox.ts'
import { useUser } from '../../queries/session.ts'
import type { ListedChange } from '../../queries/types.ts'
import type { Draft, DraftForm } from '../../store/drafts.ts'
import { lastSignOut } from '../../platform/sign-outs.ts'
import { toast } from '../../platform/toast.ts'
import { useForm, type FormState } from '../../ui/form.tsx'
import { filledIn, isEmpty, isSame, replaceControls, valuesOf, type Stored } from './draft-values.ts'
import { onReturn } from './on-return.ts'
import { FORM_TEXTS as T } from './texts.ts'
import { useContentOwner } from './use-content-owner.ts'
import { useDraftWriter } from './use-draft-writer.ts'

/** How long the forms with a page of their own show that they are sending (specification 14.37). */
const SUBMIT_DELAY_MS = 1_500

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

type FormKind = 'submission' | 'contact' | 'report'

/** The toast after sending. `savedTitle`: its title while the server cannot be reached. */
interface SentTexts {
  title: string
  savedTitle: string
  description: string
}

interface SubmissionFormOptions<K extends FormKind, V extends Draft> {
  kind: K
  /** What its draft is stored as. */
  draftForm: DraftForm
  empty: V
  /** Converts the form's values to the operation's arguments and validates them as the server does. */
  schema: z.ZodMiniType<Arguments<K>, V>
  /** Converts stored values that the form shows in another way. */
  restore?(stored: Stored): Stored
  sent: SentTexts
  onSent?(): void
}

export interface SubmissionForm<V extends Draft> extends FormState<V> {
  /** Whether what the user types is stored on this device, also after the page is closed. */
  isStored: boolean
  /** Why the server refused the change that the form corrects; `null` if it corrects none. */
  refusedFor: string | null
  /** Sets fields as if the user had typed them. */
  change(part: Partial<V>): void
  /** Deletes what the user has typed. A refused change and its correction stay in the outbox. */
  discard(): void
  props: FormState<V>['props'] & { onChange(): void }
}

/** What the form shows when it opens, and the refused change that it corrects, if any. */
interface StoredValues {
  refused?: ListedChange
  values: unknown
}

/** What is stored for a form. What cannot be read is ignored. */
async function readStored(
  drafts: Drafts,
  { kind, draftForm, refusedId }: { kind: FormKind; draftForm: DraftForm; refusedId: string | undefined },
): Promise<StoredValues> {
  const change =
    refusedId === undefined ? undefined : await drafts.refusedChange(refusedId).catch(() => undefined)
  if (change?.kind === kind) return { refused: change, values: change.draft ?? change.args }
  return { values: await drafts.read(draftForm).catch(() => undefined) }
}

/** @param delay why the server does not have it yet, `null` if it is sent at once */
const sentToast = ({ title, savedTitle, description }: SentTexts, delay: keyof typeof T.later | null) =>
  delay === null
    ? { title, description }
    : { title: savedTitle, description: `${description} ${T.later[delay]}` }

/**
 * A form whose content is stored on this device until it is submitted. Submitting moves it to the outbox in
 * one transaction, so it works offline and happens exactly once, even if the page is killed. Opened from the
 * outbox, it corrects a refused change and replaces it.
 */
export function useSubmissionForm<K extends FormKind, V extends Draft>({
  kind,
  draftForm,
  empty,
  schema,
  restore = (stored) => stored,
  sent,
  onSent,
}: SubmissionFormOptions<K, V>): SubmissionForm<V> {
  const drafts = useDrafts()
  const outbox = useOutbox()
  const { storage } = useSync()
  const userId = useUser()?.id ?? NO_ACCOUNT
  const signedIn = useRef(userId)
  const refusedId = useRouterState({ select: ({ location }) => location.state.refused })
  const [refused, setRefused] = useState<Pick<ListedChange, 'opId' | 'reason'> | null>(null)
  /** Whether what was stored is shown. Until then nothing is stored, because it would overwrite that. */
  const [ready, setReady] = useState(false)
  const typedEarly = useRef(false)
  const mounted = useRef(true)
  /** What the draft contained when this form last read or wrote it. Another tab may have changed it since. */
  const stored = useRef<V | null>(null)
  const writer = useDraftWriter()

  const form = useForm<V, Arguments<K>>({
    schema: z.pipe(z.transform(replaceControls<V>) as unknown as z.ZodMiniType<V, V>, schema),
    defaultValues: empty as never,
    async send(args) {
      const values = form.getValues()
      try {
        // A draft must not be written after the submission has deleted it.
        await writer.settle()
        await Promise.all([
          outbox.send(kind, args, { replaces: refused?.opId, owner: owner.current }),
          wait(kind === 'report' ? 0 : SUBMIT_DELAY_MS),
        ])
      } catch {
        keep(values)
        toast({ title: T.notKeptTitle, description: T.notKept, look: 'destructive' })
        return
      }
      // A session that turns out to have ended while this was being sent: it waits for its user.
      const delay = userId === NO_ACCOUNT || signedIn.current === userId ? sendingDelay() : 'session'
      toast(sentToast(sent, delay))
      if (!mounted.current) return
      clear()
      // The draft of another message, which the correction has left as it was.
      if (refused) showStored(await readStored(drafts, { kind, draftForm, refusedId: undefined }), userId)
      onSent?.()
    },
  })

  /** What the form shows of a draft; `null` if there is none. */
  const draftIn = (values: unknown): V | null =>
    typeof values === 'object' && values !== null ? valuesOf(empty, restore(values as Stored)) : null
  const isUntouched = () => isEmpty(empty, form.getValues())
  const owner = useContentOwner(userId, { isEmpty: () => ready && isUntouched(), clear })

  /** Stores what was typed, or deletes the draft if the form is empty. A correction is stored with its change. */
  function keep(typed: V) {
    const typedBy = owner.current
    const values = valuesOf(empty, typed)
    const draft = isEmpty(empty, values) ? null : values
    writer.keep(async () => {
      if (refused !== null) return drafts.saveCorrection(refused.opId, values)
      await drafts.save(draftForm, draft, typedBy)
      stored.current = values
    })
    if (draft === null) owner.current = userId
  }

  function clear() {
    // What was about to be stored is not the next person's.
    void writer.settle()
    setRefused(null)
    form.reset(empty)
    stored.current = empty
    owner.current = userId
  }

  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  useEffect(() => {
    signedIn.current = userId
  }, [userId])

  // Who logs in while the form is open has a draft too, unless they have typed something else by now.
  const read = useEffectEvent(async () =>
    ready && (userId === NO_ACCOUNT || !isUntouched())
      ? null
      : readStored(drafts, { kind, draftForm, refusedId }),
  )
  function showStored(found: StoredValues | null, readFor: PartitionId) {
    if (found === null || !mounted.current || readFor !== userId) return
    const { refused, values } = found
    if (refused) setRefused(refused)
    const draft = draftIn(values)
    stored.current = refused ? null : (draft ?? empty)
    // What was typed meanwhile wins. The page types too: it restores the last edits after an update.
    if (draft !== null) form.reset({ ...draft, ...filledIn(empty, form.getValues()) })
    setReady(true)
  }
  const show = useEffectEvent(showStored)
  useEffect(() => {
    // Later, because the effect that switches the store to this user runs after this one.
    void Promise.resolve()
      .then(() => read())
      .then((stored) => show(stored, userId))
  }, [userId])

  // The person at the device after a sign-out may be another one. Drafts are hidden or deleted.
  const clearAfterSignOut = useEffectEvent(clear)
  useEffect(() => lastSignOut.subscribe(() => clearAfterSignOut()), [])

  // Another tab with the same form may have changed the draft, or sent it.
  const isUnedited = () =>
    !form.busy &&
    owner.current === userId &&
    stored.current !== null &&
    isSame(empty, stored.current, form.getValues())
  const readAgain = useEffectEvent(async () =>
    isUnedited() ? { values: await drafts.read(draftForm) } : null,
  )
  const follow = useEffectEvent((found: StoredValues | null, readFor: PartitionId) => {
    // What was typed meanwhile wins.
    if (found === null || !mounted.current || readFor !== userId || !isUnedited()) return
    const draft = draftIn(found.values)
    if (isSame(empty, draft ?? empty, form.getValues())) return
    if (draft === null) return clear()
    form.reset(draft)
    stored.current = draft
  })
  useEffect(
    () =>
      onReturn(() => {
        readAgain().then(
          (found) => follow(found, userId),
          () => undefined,
        )
      }),
    [userId],
  )

  const keepEarly = useEffectEvent(() => {
    // What is being sent already is no draft any more.
    if (typedEarly.current && !form.busy) keep(form.getValues())
  })
  useEffect(() => {
    if (ready) keepEarly()
  }, [ready])

  function keepValues() {
    // While sending, the fields are read-only: what is sent is what the user sees.
    if (form.busy) return
    if (ready) keep(form.getValues())
    else typedEarly.current = true
  }

  return {
    ...form,
    isStored: writer.isLastStored && storage !== 'memory',
    refusedFor: refused?.reason ?? null,
    change(part) {
      if (form.busy) return
      for (const [name, value] of Object.entries(part))
        form.setValue(name as never, value as never, { shouldValidate: form.errors[name] !== undefined })
      keepValues()
    },
    discard() {
      if (refused === null) keep(empty)
      form.reset(empty)
    },
    props: { ...form.props, onChange: keepValues },
  }
}
