import * as Radix from '@radix-ui/react-tooltip'
import { useImperativeHandle, type Ref } from 'react'

export interface TooltipProps {
  /** The element on the page that it is shown at. */
  anchor: HTMLElement
  /** For `aria-describedby`. */
  id: string
  text: string
  onClose(): void
}

/** Takes the place of the button that Radix would render. */
function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element])
  return null
}

/**
 * An open tooltip. Esc closes it, and so does a pointer that leaves both it and its anchor. Who renders it
 * decides when it opens, so that its code is loaded only then.
 */
export const Tooltip = ({ anchor, id, text, onClose }: TooltipProps) => (
  <Radix.Provider>
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Trigger asChild>
        <Anchor element={anchor} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={id}
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-w-2xs animate-rise rounded-control bg-ink px-3 py-2 text-s text-page shadow-lifted"
        >
          {text}
          <Radix.Arrow className="fill-ink" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  </Radix.Provider>
)
