import { useEffect } from 'react'
import { TEXTS } from './texts.ts'

/** Names the page in the browser's tab. Without a name, the product's own title. */
export function useTitle(name?: string) {
  useEffect(() => {
    document.title = name === undefined ? TEXTS.titles.home : TEXTS.titles.page(name)
  }, [name])
}
