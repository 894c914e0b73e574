import { useEffect, useState } from 'react'
import { onNetworkReturn } from './network-return.ts'

/** The address of a picture that failed to load, until the network returns, and a function that sets it. */
export function useFailedPicture(): [string | undefined, (address: string) => void] {
  const [failed, setFailed] = useState<string>()
  useEffect(() => (failed === undefined ? undefined : onNetworkReturn(() => setFailed(undefined))), [failed])
  return [failed, setFailed]
}
