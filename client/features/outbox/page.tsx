import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { describeChange, formOf, parkOf } from './describe.ts'
import { useOutboxStatus } from './status.ts'
import { OUTBOX_PAGE_TEXTS as T } from './page-texts.ts'
import { OUTBOX_TEXTS } from './texts.ts'
import { useSendNow } from './use-send-now.ts'
import { usePark, type ListedChange } from '../../queries/index.ts'
import { useOutbox } from '../../queries/outbox.ts'
import { sentenceOf } from '../../platform/explained-error.ts'
import { Button } from '../../ui/button.tsx'
import { useNow } from '../../platform/clock.ts'
import { formatInstant } from '../../platform/format-instant.ts'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../platform/toast.ts'
import { useTitle } from '../../platform/title.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { useOpenInPlace } from '../../ui/open-in-place.ts'

interface ChangeProps {
  change: ListedChange
  now: number
  /** Called when the change has left the list, so that the page can move the focus. */
  onRemoved(): void
}

function ParkChange({ id, ...rest }: ChangeProps & { id: number }) {
  const { park } = usePark(id)
  return <Change {...rest} what={describeChange(rest.change, park?.name ?? T.park(id))} />
}

function Change({ change, what, now, onRemoved }: ChangeProps & { what: string }) {
  const { opId, state, reason, postponedUntil, createdAt, draft } = change
  const { retry, discard } = useOutbox()
  const navigate = useNavigate()
  const form = state === 'refused' ? formOf(change) : null
  const confirmation = useOpenInPlace()
  async function run(action: (opId: string) => Promise<void>, doneText?: string) {
    try {
      await action(opId)
      if (doneText !== undefined) toast({ title: doneText, description: what })
      onRemoved()
    } catch (error) {
      toast({
        title: T.failed,
        description: sentenceOf(error),
        look: 'destructive',
      })
    }
  }
  return (
    <li className="card grid gap-2 p-4" data-state={state}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong>{what}</strong>
        <span className={`text-s font-semibold ${state === 'refused' ? 'text-closed' : 'text-muted'}`}>
          {T.states[state]}
        </span>
      </p>
      <p className="text-s text-muted">{T.made(formatInstant(createdAt, now))}</p>
      {postponedUntil !== null && postponedUntil > now && (
        <p>{T.postponed(formatInstant(postponedUntil, now))}</p>
      )}
      {state === 'refused' && reason !== null && <p>{T.refusedFor(reason)}</p>}
      <div className="flex flex-wrap gap-2">
        {form && (
          <Button
            aria-label={T.editOne(what)}
            onClick={() => void navigate({ ...form, state: { refused: opId } })}
          >
            {T.edit}
          </Button>
        )}
        {/* What was typed to correct it is sent by its form. */}
        {state === 'refused' && draft === undefined && (
          <Button look="outline" aria-label={T.retryOne(what)} onClick={() => void run(retry)}>
            {T.retry}
          </Button>
        )}
        {confirmation.isOpen ? (
          <>
            {/* It replaces the button that had the focus. */}
            <Button
              look="outline"
              autoFocus
              className="border-closed! text-closed!"
              onClick={() => void run(discard, T.discarded)}
            >
              {T.discardSure}
            </Button>
            <Button look="quiet" onClick={confirmation.close}>
              {T.discardNot}
            </Button>
          </>
        ) : (
          <Button look="quiet" aria-label={T.discardOne(what)} {...confirmation.opener}>
            {T.discard}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Every change that has not reached the server, with its state and the reason if the server refused it. */
export default function OutboxPage() {
  useTitle(T.title)
  const { changes, waiting, ready, text } = useOutboxStatus()
  const title = useRef<HTMLHeadingElement>(null)
  const focusTitle = () => title.current?.focus()
  const { send, sending } = useSendNow(focusTitle)
  const now = useNow(60_000)
  const rest = { now, onRemoved: focusTitle }
  return (
    <div className="wrap grid grid-cols-[minmax(0,44rem)] gap-5 py-7 md:py-10">
      <div className="grid gap-1">
        <PageTitle ref={title} tabIndex={-1}>
          {T.title}
        </PageTitle>
        <p className="text-muted">{T.lead}</p>
      </div>
      {!ready && <p aria-busy="true">{OUTBOX_TEXTS.loading}</p>}
      {ready && changes.length === 0 && (
        <Panel title={OUTBOX_TEXTS.none}>
          <p>{T.emptyBody}</p>
        </Panel>
      )}
      {changes.length > 0 && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status">{text}</p>
            {waiting > 0 && (
              <Button aria-disabled={sending} onClick={send}>
                {sending ? OUTBOX_TEXTS.sending : OUTBOX_TEXTS.sendNow}
              </Button>
            )}
          </div>
          <ul aria-label={T.list} className="grid gap-3">
            {changes.map((change) => {
              const park = parkOf(change)
              return park === null ? (
                <Change key={change.opId} change={change} what={describeChange(change, '')} {...rest} />
              ) : (
                <ParkChange key={change.opId} change={change} id={park} {...rest} />
              )
            })}
          </ul>
        </>
      )}
    </div>
  )
}
