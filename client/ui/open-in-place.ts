import { useState } from 'react'

/**
 * For a question or a form in the place of the button that opens it. `opener`: props of that button, which has
 * the focus again when the other is closed.
 */
export function useOpenInPlace() {
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched')
  return {
    isOpen: state === 'open',
    close: () => setState('closed'),
    opener: { autoFocus: state === 'closed', onClick: () => setState('open') },
  }
}
