import { useEffect } from 'react'
import { TEXTS } from './texts.ts'

/** Sets the document title to the page's name, or to the product's title without a name. */
export function useTitle(name?: string) {
  useEffect(() => {
    document.title = name === undefined ? TEXTS.titles.home : TEXTS.titles.page(name)
  }, [name])
}
