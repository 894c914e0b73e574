import { useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { NO_ACCOUNT } from '../../../data/model/sync.ts'
import type { PartitionId } from '../../../data/model/sync.ts'
import type { Arguments } from '../../../data/sync/operation.ts'
import { sendingDelay } from '../../queries/index.ts'
import { useDrafts } from '../../queries/drafts.ts'
import { useOutbox, useSync } from '../../queries/outbox.ts'
import { useUser } from '../../queries/session.ts'
import type { ListedChange } from '../../queries/types.ts'
import type { Draft, DraftForm } from '../../store/drafts.ts'
import { lastSignOut } from '../../platform/sign-outs.ts'
import { toast } from '../../platform/toast.ts'
import { useForm, type FormState } from '../../ui/form.tsx'
import { createLatestWriter } from './latest-writer.ts'
import { FORM_TEXTS as T } from './texts.ts'

/** How long the forms with a page of their own show that they are sending (specification 14.37). */
const SUBMIT_DELAY_MS = 1_500

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Values by field, not validated: a draft, or the arguments of a change. */
export type Stored = Readonly<Record<string, unknown>>

type FormKind = 'submission' | 'contact' | 'report'

interface SubmissionFormOptions<K extends FormKind, V extends Draft> {
  kind: K
  /** What its draft is stored as. */
  draftForm: DraftForm
  empty: V
  /** Converts the form's values to the operation's arguments and validates them as the server does. */
  schema: z.ZodMiniType<Arguments<K>, V>
  /** Converts stored values that the form shows in another way. */
  restore?(stored: Stored): Stored
  /** The toast afterwards. `savedTitle`: its title while the server cannot be reached. */
  sent: { title: string; savedTitle: string; description: string }
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

/** The stored values of the fields that this version of the form has. */
const ofFields = <V extends Draft>(empty: V, stored: Stored): V => ({
  ...empty,
  ...Object.fromEntries(
    Object.entries(empty).flatMap(([name, initial]) => {
      const value = stored[name]
      return typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial)
        ? [[name, value]]
        : []
    }),
  ),
})

/**
 * Replaces control characters by spaces, except line ends: they are invisible, and the server refuses them. Pasted
 * text may have a tab of a spreadsheet or a page break of a document.
 */
const replaceControls = <V extends Draft>(values: V): V =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll(/[^\P{Cc}\n\r]/gu, ' ') : value,
    ]),
  ) as V

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
  const userId = useUser()?.id ?? NO_ACCOUNT
  /** The account that the content belongs to. It stays theirs if their session ends. */
  const owner = useRef(userId)
  const signedIn = useRef(userId)
  const asked = useRouterState({ select: ({ location }) => location.state.refused })
  const [refused, setRefused] = useState<{ opId: string; reason: string | null } | null>(null)
  /** Whether what was stored is shown. Until then nothing is stored, because it would overwrite that. */
  const [ready, setReady] = useState(false)
  const typedEarly = useRef(false)
  const mounted = useRef(true)
  const { storage } = useSync()
  const [isLastStored, setLastStored] = useState(true)

  const [writer] = useState(() => createLatestWriter((write: () => Promise<void>) => write()))
  // A group of radio buttons without a choice has the value `null`.
  const isEmpty = (values: V) => {
    const filled = ofFields(empty, values)
    return Object.entries(empty).every(([name, initial]) => String(filled[name]) === String(initial))
  }
  const keep = (typed: V) => {
    const typedBy = owner.current
    const values = ofFields(empty, typed)
    const store = () =>
      refused === null
        ? drafts.save(draftForm, isEmpty(values) ? null : values, typedBy)
        : drafts.saveCorrection(refused.opId, values)
    writer.keep(() =>
      store().then(
        () => setLastStored(true),
        () => setLastStored(false),
      ),
    )
    if (isEmpty(values)) owner.current = userId
  }

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
      const { title, savedTitle, description } = sent
      // A session that turns out to have ended while this was being sent: it waits for its user.
      const delay = userId === NO_ACCOUNT || signedIn.current === userId ? sendingDelay() : 'session'
      toast(
        delay === null
          ? { title, description }
          : { title: savedTitle, description: `${description} ${T.later[delay]}` },
      )
      if (!mounted.current) return
      clear()
      onSent?.()
    },
  })
  const clear = () => {
    // What was about to be stored is not the next person's.
    void writer.settle()
    setRefused(null)
    form.reset(empty)
    owner.current = userId
  }

  const readStored = useEffectEvent(async (): Promise<StoredValues | null> => {
    // Who logs in while the form is open has a draft too, unless they have typed something else by now.
    if (ready && (userId === NO_ACCOUNT || !isEmpty(form.getValues()))) return null
    const change = asked === undefined ? undefined : await drafts.refusedChange(asked).catch(() => undefined)
    if (change?.kind === kind) return { refused: change, values: change.draft ?? change.args }
    return { values: await drafts.read(draftForm).catch(() => undefined) }
  })
  const showStored = useEffectEvent((stored: StoredValues | null, readFor: PartitionId) => {
    if (stored === null || !mounted.current || readFor !== userId) return
    const { refused, values } = stored
    if (refused) setRefused({ opId: refused.opId, reason: refused.reason })
    // What was typed meanwhile wins. The page types too: it restores the last edits after an update.
    const typed = Object.entries(form.getValues()).filter(
      ([name, value]) => typeof value === typeof empty[name] && String(value) !== String(empty[name]),
    )
    if (typeof values === 'object' && values !== null)
      form.reset({ ...ofFields(empty, restore(values as Stored)), ...Object.fromEntries(typed) })
    setReady(true)
  })
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  useEffect(() => {
    // Later, because the effect that switches the store to this user runs after this one.
    void Promise.resolve()
      .then(() => readStored())
      .then((stored) => showStored(stored, userId))
  }, [userId])

  // The person at the device after a sign-out may be another one. Drafts are hidden or deleted.
  const clearAfterSignOut = useEffectEvent(clear)
  useEffect(() => lastSignOut.subscribe(() => clearAfterSignOut()), [])

  const followUser = useEffectEvent((id: number) => {
    signedIn.current = id
    const isOfOther = owner.current !== NO_ACCOUNT && owner.current !== id
    if (isOfOther && id !== NO_ACCOUNT) clear()
    // Content that was typed without an account becomes the user's.
    else if (!isOfOther || (ready && isEmpty(form.getValues()))) owner.current = id
  })
  useEffect(() => followUser(userId), [userId])

  const keepEarly = useEffectEvent(() => {
    // What is being sent already is no draft any more.
    if (typedEarly.current && !form.busy) keep(form.getValues())
  })
  useEffect(() => {
    if (ready) keepEarly()
  }, [ready])

  const keepValues = () => {
    // While sending, the fields are read-only: what is sent is what the user sees.
    if (form.busy) return
    if (ready) keep(form.getValues())
    else typedEarly.current = true
  }

  return {
    ...form,
    isStored: isLastStored && storage !== 'memory',
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
