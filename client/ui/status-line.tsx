import { useEffect, useState } from 'react'
import { useSettings } from '../settings/store.ts'

/**
 * Reads a sentence out when it changes. It is in the page from the start and the text comes a moment later:
 * that way every screen reader notices.
 * @param passing what is said in passing, and not at all with 'Screen Reader Optimized'
 */
export function StatusLine({ text, passing = false }: { text: string; passing?: boolean }) {
  const [said, setSaid] = useState('')
  const { screenReader } = useSettings()
  const wanted = passing && screenReader ? '' : text
  useEffect(() => {
    const timer = setTimeout(() => setSaid(wanted), 150)
    return () => clearTimeout(timer)
  }, [wanted])
  return <output className="sr-only">{said}</output>
}
