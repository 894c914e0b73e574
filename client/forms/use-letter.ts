import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import type { Arguments } from '../../data/sync/operation.ts'
import { useConnection, useDrafts, useOutbox } from '../queries/index.ts'
import type { Draft, Letter } from '../store/drafts.ts'
import { toast } from '../ui/toast-queue.ts'
import { createKeeper } from './keeper.ts'
import { FORM_TEXTS as T } from './texts.ts'

/** The specification's sending: it takes this long on screen, whatever the network does. Milliseconds. */
const SENDING_FOR = 1_500
const NOTHING_WRONG: Readonly<Record<string, string | undefined>> = {}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

interface LetterForm<L extends Letter, D extends Draft> {
  letter: L
  /** The form with nothing in it. */
  empty: D
  schema: z.ZodMiniType<Arguments<L>>
  /** What the fields mean, for the schema to judge. */
  read(draft: D): unknown
  sent: { title: string; description: string }
  onSent?(): void
}

/**
 * A form whose content stays on this device until it is sent, and goes to the outbox in one step: without a network as well, and once,
 * whenever the page is killed.
 */
export function useLetter<L extends Letter, D extends Draft>({
  letter,
  empty,
  schema,
  read,
  sent,
  onSent,
}: LetterForm<L, D>) {
  const drafts = useDrafts()
  const { send } = useOutbox()
  const { online } = useConnection()
  const [draft, setDraft] = useState(empty)
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  /** The same, for several changes in one turn. */
  const latest = useRef(empty)
  const touched = useRef(false)
  const [keeper] = useState(() => createKeeper((draft: Draft | null) => drafts.keep(letter, draft)))
  const here = useRef(true)

  const show = (next: D) => {
    latest.current = next
    setDraft(next)
  }
  const begin = useEffectEvent(async () => {
    const kept = await drafts.read(letter).catch(() => undefined)
    // Fields that a later version does not know any more are left behind.
    if (kept && !touched.current && here.current)
      show({ ...empty, ...Object.fromEntries(Object.entries(kept).filter(([name]) => name in empty)) })
  })
  useEffect(() => {
    here.current = true
    void begin()
    return () => {
      here.current = false
    }
  }, [])

  const judge = (of: D) => {
    const result = schema.safeParse(read(of))
    if (result.success) return { args: result.data, found: NOTHING_WRONG }
    const found: Record<string, string | undefined> = {}
    for (const { path, message } of result.error.issues) found[String(path[0])] ??= message
    return { args: null, found }
  }

  const change = (part: Partial<D>) => {
    // What is on its way is what was on the screen when it was sent; the fields say so (`aria-busy`, `readOnly`) and take nothing meanwhile.
    if (busy) return
    touched.current = true
    const next = { ...latest.current, ...part }
    show(next)
    if (tried) setErrors(judge(next).found)
    keeper.keep(Object.values(next).every((value) => value.length === 0) ? null : next)
  }

  const submit = async (form: HTMLFormElement) => {
    if (busy) return
    setTried(true)
    const { args, found } = judge(latest.current)
    if (args === null) {
      // What is wrong is on the page before the field takes the focus, so that it is read out with it.
      flushSync(() => setErrors(found))
      const first = [...form.elements].find((field) => found[(field as HTMLInputElement).name] !== undefined)
      if (first instanceof HTMLElement) first.focus()
      return
    }
    setBusy(true)
    try {
      // What is still being kept must not come after what is sent.
      await keeper.settle()
      await Promise.all([send(letter, args), wait(SENDING_FOR)])
      toast(online ? sent : { ...sent, description: T.later })
      if (!here.current) return
      show(empty)
      setTried(false)
      touched.current = false
      onSent?.()
    } catch {
      keeper.keep(latest.current)
      toast({ title: T.notKeptTitle, description: T.notKept, look: 'destructive' })
    } finally {
      if (here.current) setBusy(false)
    }
  }

  return {
    draft,
    change,
    errors,
    busy,
    form: {
      noValidate: true,
      'aria-busy': busy,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        void submit(event.currentTarget)
      },
    },
  }
}

export type LetterState<D extends Draft> = Pick<
  ReturnType<typeof useLetter<Letter, D>>,
  'draft' | 'change' | 'errors' | 'busy'
>
