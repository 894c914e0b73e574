import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import type { Arguments } from '../../../data/sync/operation.ts'
import { useConnection, useDrafts, useOutbox } from '../../queries/index.ts'
import type { Draft, DraftKind } from '../../store/drafts.ts'
import { toast } from '../../platform/toast-queue.ts'
import { createLatestWriter } from './latest-writer.ts'
import { FORM_TEXTS as T } from './texts.ts'

/** How long the form shows that it is sending (specification 14.37). It only writes to the outbox. */
const SUBMIT_DELAY_MS = 1_500
const NO_ERRORS: Readonly<Record<string, string | undefined>> = {}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

interface SubmissionFormOptions<L extends DraftKind, D extends Draft> {
  kind: L
  /** The empty draft. */
  empty: D
  schema: z.ZodMiniType<Arguments<L>>
  /** Converts the draft to the input of the schema. */
  read(draft: D): unknown
  sent: { title: string; description: string }
  onSent?(): void
}

/**
 * State of a form whose draft is stored on this device until it is submitted. Submitting moves it to the
 * outbox in one transaction, so it works offline and happens exactly once, even if the page is killed.
 */
export function useSubmissionForm<L extends DraftKind, D extends Draft>({
  kind,
  empty,
  schema,
  read,
  sent,
  onSent,
}: SubmissionFormOptions<L, D>) {
  const drafts = useDrafts()
  const { send } = useOutbox()
  const { online } = useConnection()
  const [draft, setDraft] = useState(empty)
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const [submitted, setSubmitted] = useState(false)
  const [busy, setBusy] = useState(false)
  /** The current draft, because several changes can happen before the next render. */
  const latest = useRef(empty)
  const touched = useRef(false)
  const [keeper] = useState(() => createLatestWriter((draft: Draft | null) => drafts.save(kind, draft)))
  const mounted = useRef(true)

  const show = (next: D) => {
    latest.current = next
    setDraft(next)
  }
  const restoreDraft = useEffectEvent(async () => {
    const stored = await drafts.read(kind).catch(() => undefined)
    // Fields that this version of the form does not have are dropped.
    if (stored && !touched.current && mounted.current)
      show({ ...empty, ...Object.fromEntries(Object.entries(stored).filter(([name]) => name in empty)) })
  })
  useEffect(() => {
    mounted.current = true
    void restoreDraft()
    return () => {
      mounted.current = false
    }
  }, [])

  const validate = (values: D) => {
    const result = schema.safeParse(read(values))
    if (result.success) return { args: result.data, found: NO_ERRORS }
    const found: Record<string, string | undefined> = {}
    for (const { path, message } of result.error.issues) found[String(path[0])] ??= message
    return { args: null, found }
  }

  const change = (part: Partial<D>) => {
    // While sending, the fields are read-only (`aria-busy`, `readOnly`): what is sent is what the user sees.
    if (busy) return
    touched.current = true
    const next = { ...latest.current, ...part }
    show(next)
    if (submitted) setErrors(validate(next).found)
    keeper.keep(Object.values(next).every((value) => value.length === 0) ? null : next)
  }

  const submit = async (form: HTMLFormElement) => {
    if (busy) return
    setSubmitted(true)
    const { args, found } = validate(latest.current)
    if (args === null) {
      // The error must be in the document before the field is focused, so that screen readers announce it.
      flushSync(() => setErrors(found))
      const first = [...form.elements].find((field) => found[(field as HTMLInputElement).name] !== undefined)
      if (first instanceof HTMLElement) first.focus()
      return
    }
    setBusy(true)
    try {
      // A draft must not be written after the submission has deleted it.
      await keeper.settle()
      await Promise.all([send(kind, args), wait(SUBMIT_DELAY_MS)])
      toast(online ? sent : { ...sent, description: T.later })
      if (!mounted.current) return
      show(empty)
      setSubmitted(false)
      touched.current = false
      onSent?.()
    } catch {
      keeper.keep(latest.current)
      toast({ title: T.notKeptTitle, description: T.notKept, look: 'destructive' })
    } finally {
      if (mounted.current) setBusy(false)
    }
  }

  return {
    draft,
    change,
    errors,
    busy,
    formProps: {
      noValidate: true,
      'aria-busy': busy,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        void submit(event.currentTarget)
      },
    },
  }
}

export type FormState<D extends Draft> = Pick<
  ReturnType<typeof useSubmissionForm<DraftKind, D>>,
  'draft' | 'change' | 'errors' | 'busy'
>
