import { useEffect, useState } from 'react'
import { serverGate } from '../store/server-gate.ts'
import { onNetworkReturn } from './network-return.ts'
import { onVisible } from './visibility.ts'

/**
 * The address of a picture that failed to load, and a function that sets it. It is forgotten, so that the picture is
 * requested again, when the network returns, when the server answers again after trouble, and when the page is shown
 * again.
 */
export function useFailedPicture(): [string | undefined, (address: string) => void] {
  const [failed, setFailed] = useState<string>()
  useEffect(() => {
    if (failed === undefined) return undefined
    const forget = () => setFailed(undefined)
    const stops = [onNetworkReturn(forget), serverGate.onRecovery(forget), onVisible(forget)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [failed])
  return [failed, setFailed]
}
