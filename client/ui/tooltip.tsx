import * as Radix from 'radix-ui/tooltip'
import type { ReactElement } from 'react'

/** Shows `text` 300 ms after the pointer rests on the trigger, or at once when it takes the keyboard's focus. Esc closes. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6} collisionPadding={12}
            className="z-50 max-w-[18rem] animate-rise rounded-control bg-ink px-3 py-2 text-s text-page shadow-lifted"
          >
            {text}
            <Radix.Arrow className="fill-ink" />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
