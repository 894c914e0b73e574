import { useEffect } from 'react'
import { HOME_TITLE, pageTitle } from '../../data/screens/titles.ts'

/** Sets the document title to the page's name, or to the product's title without a name. */
export function useTitle(name?: string) {
  useEffect(() => {
    document.title = name === undefined ? HOME_TITLE : pageTitle(name)
  }, [name])
}
