import { useEffect, useState } from 'react'

/**
 * Reads a sentence out when it changes. It is in the page from the start and the text comes a moment later:
 * that way every screen reader notices.
 */
export function StatusLine({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), 150)
    return () => clearTimeout(timer)
  }, [text])
  return <output className="sr-only">{said}</output>
}
