import { useEffect, useState } from 'react'
import { useSettings } from '../platform/settings-store.ts'

const ANNOUNCE_DELAY_MS = 150

/**
 * A visually hidden live region. The text is set shortly after mounting, because some screen readers only
 * announce changes of an existing region.
 * @param passing for minor announcements, which 'Screen Reader Optimized' turns off
 */
export function StatusLine({ text, passing = false }: { text: string; passing?: boolean }) {
  const [announced, setAnnounced] = useState('')
  const { screenReader } = useSettings()
  const next = passing && screenReader ? '' : text
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(next), ANNOUNCE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [next])
  return <output className="sr-only">{announced}</output>
}
