/**
 * A user action on the prerendered screen before the app has taken over: a button press, Enter in a text
 * field, or a change of a checkbox or select.
 */
export interface EarlyInput {
  kind: 'press' | 'enter' | 'change'
  on: Element
}

declare global {
  interface Window {
    /** Recorded from the start, in order; `undefined` once the app has taken over. */
    earlyInput?: EarlyInput[] | undefined
  }
}

const CHOICES = 'input[type=checkbox], input[type=radio], select'
/** Text fields. */
export const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea'

/**
 * Records input on the prerendered screen. Links work without script, and text stays in its field. Repeating
 * the last action adds nothing, because users repeat a press that has no effect yet.
 */
export function recordEarlyInput(): void {
  const inputs: EarlyInput[] = (window.earlyInput = [])
  const isRecording = () => window.earlyInput === inputs
  const record = (kind: EarlyInput['kind'], target: EventTarget | null, selector: string) => {
    const on = target instanceof Element ? target.closest(selector) : null
    const last = inputs.at(-1)
    if (on === null || !isRecording() || (last?.kind === kind && last.on === on)) return
    inputs.push({ kind, on })
    // On a slow network, the app may come many seconds later. A press would seem to have no effect until then.
    if (kind === 'press') on.classList.add('opacity-60')
  }
  addEventListener('click', ({ target }) => record('press', target, 'button'), true)
  addEventListener('change', ({ target }) => record('change', target, CHOICES), true)
  addEventListener(
    'keydown',
    ({ key, target }) => {
      if (key === 'Enter') record('enter', target, 'input')
    },
    true,
  )
  // Forms are handled by the app, which has not started yet.
  addEventListener(
    'submit',
    (event) => {
      if (isRecording()) event.preventDefault()
    },
    true,
  )
}

/** Ends the recording. @returns what was recorded */
export function takeEarlyInput(): EarlyInput[] {
  const inputs = window.earlyInput ?? []
  window.earlyInput = undefined
  return inputs
}
