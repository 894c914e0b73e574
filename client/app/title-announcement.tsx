import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { HOME_TITLE } from '../../data/screens/titles.ts'
import { useSettings } from '../platform/settings-store.ts'

/** Whether the page has its title: while it loads what it is about, it has that of the home page. */
const hasTitle = () => document.title !== HOME_TITLE || location.pathname === '/'

/**
 * Announces the title of each page that is navigated to, once the page has it. With 'Screen Reader Optimized', the heading
 * is focused instead.
 */
export function TitleAnnouncement() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  const { screenReader } = useSettings()
  useEffect(() => {
    const announce = () => {
      if (!hasTitle()) return
      observer.disconnect()
      setTitle(document.title)
    }
    const observer = new MutationObserver(announce)
    return router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (!pathChanged || !fromLocation) return
      observer.observe(document.head, { childList: true, subtree: true })
      announce()
    })
  }, [router])
  return <output className="sr-only">{!screenReader && title}</output>
}
