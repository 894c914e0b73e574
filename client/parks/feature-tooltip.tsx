import { useId, useRef, useState, type FocusEvent, type PointerEvent, type SyntheticEvent } from 'react'
import type { FeatureId } from '../../data/model/feature.ts'

/** How long a mouse is over a filter before its description is shown (specification 19.14). */
const HOVER_DELAY_MS = 300

// Few people ever want a description, and its code has 26 kB.
const loadCode = () => import('./feature-description.tsx')

interface Shown {
  feature: FeatureId
  anchor: HTMLElement
  FeatureDescription: Awaited<ReturnType<typeof loadCode>>['FeatureDescription']
}

/**
 * The tooltip of a list of filters: one at a time. A mouse opens it over the whole row, the keyboard and touch
 * at the row's info button. If its code does not load, nothing is shown, and the next time it is tried again.
 */
export function useFeatureTooltip() {
  const [shown, setShown] = useState<Shown>()
  const id = useId()
  /** What is to be shown once its time has come and its code is there. */
  const wanted = useRef<object>(undefined)
  /** The row that the mouse is over. */
  const hovered = useRef<Element>(undefined)

  async function show(feature: FeatureId, anchor: HTMLElement, delayMs: number) {
    const own = {}
    wanted.current = own
    const delay = delayMs > 0 && new Promise((resolve) => setTimeout(resolve, delayMs))
    try {
      const [{ FeatureDescription }] = await Promise.all([loadCode(), delay])
      if (wanted.current === own) setShown({ feature, anchor, FeatureDescription })
    } catch {
      // There is no network, and the code is not stored yet.
    }
  }
  function close() {
    wanted.current = undefined
    setShown(undefined)
  }

  return {
    ofRow: (feature: FeatureId) => ({
      // Not when it enters, because a row also comes under a mouse that rests.
      onPointerMove({ pointerType, currentTarget }: PointerEvent<HTMLElement>) {
        if (pointerType === 'touch' || hovered.current === currentTarget) return
        hovered.current = currentTarget
        void show(feature, currentTarget, HOVER_DELAY_MS)
      },
      /** An open one closes by itself, because the mouse may go over it. */
      onPointerLeave() {
        hovered.current = undefined
        wanted.current = undefined
      },
      onPointerDown: close,
      onBlur: close,
      // The info button is next for the keyboard, and a screen reader reads its description only at once.
      onFocus({ target }: FocusEvent) {
        if (target.matches(':focus-visible')) loadCode().catch(() => {})
      },
    }),
    ofButton(feature: FeatureId) {
      const showNow = ({ currentTarget }: SyntheticEvent<HTMLElement>) => void show(feature, currentTarget, 0)
      return {
        onFocus: showNow,
        // A tap does not always give the focus.
        onClick: showNow,
        'aria-describedby': shown?.feature === feature ? id : undefined,
      }
    },
    tooltip: shown && (
      <shown.FeatureDescription
        key={shown.feature}
        feature={shown.feature}
        anchor={shown.anchor}
        id={id}
        onClose={() => setShown(undefined)}
      />
    ),
  }
}
