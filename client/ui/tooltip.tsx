import * as Radix from '@radix-ui/react-tooltip'
import { useState, type ReactElement } from 'react'

/**
 * Shows `text` when the mouse has been over the element for 300 ms. The element keeps its own focus and
 * click; a {@link Tooltip} beside it has the text for the keyboard and for touch.
 */
export function HoverTooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild onFocus={(event) => event.preventDefault()}>
          <span className="flex flex-1">{children}</span>
        </Radix.Trigger>
        <Content text={text} />
      </Radix.Root>
    </Radix.Provider>
  )
}

/**
 * Shows `text` when the pointer has been over the trigger for 300 ms, or at once on keyboard focus. Esc
 * closes it. A tap or click opens it too, because touch has no hover.
 */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  const [open, setOpen] = useState(false)
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root open={open} onOpenChange={setOpen}>
        <Radix.Trigger
          asChild
          onClick={(event) => {
            event.preventDefault()
            setOpen(true)
          }}
        >
          {children}
        </Radix.Trigger>
        <Content text={text} />
      </Radix.Root>
    </Radix.Provider>
  )
}

const Content = ({ text }: { text: string }) => (
  <Radix.Portal>
    <Radix.Content
      sideOffset={6}
      collisionPadding={12}
      className="z-50 max-w-2xs animate-rise rounded-control bg-ink px-3 py-2 text-s text-page shadow-lifted"
    >
      {text}
      <Radix.Arrow className="fill-ink" />
    </Radix.Content>
  </Radix.Portal>
)
