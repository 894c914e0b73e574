import { Section } from '../../ui/section.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useOutboxStatus } from './status.ts'
import { OUTBOX_TEXTS as T } from './texts.ts'
import { useSendNow } from './use-send-now.ts'

/** The profile's section about unsent changes. */
export function WaitingToSync() {
  const { text, waiting, refused, ready } = useOutboxStatus()
  const { send, sending } = useSendNow()
  return (
    <Section title={T.profile}>
      <p>{ready ? text : T.loading}</p>
      {waiting + refused > 0 && (
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/outbox" look="outline">
            {T.seeAll}
          </ButtonLink>
          {waiting > 0 && (
            <Button aria-disabled={sending} onClick={send}>
              {sending ? T.sending : T.sendNow}
            </Button>
          )}
        </div>
      )}
    </Section>
  )
}
