import type { Rewriting } from './network.ts'
import type { Property } from './properties.ts'

/** A bug that a script in the page simulates, and the property that must find it. */
export interface PlantedBug extends Rewriting {
  finds: Property | 'noThirdPartyRequest'
  bug: string
  /** Path at which the run starts. */
  start: string
}

const editStore = (store: string, edit: string) => `
  const open = indexedDB.open('offlead')
  open.onsuccess = () => {
    const database = open.result
    if (database.objectStoreNames.contains('${store}')) {
      const store = database.transaction('${store}', 'readwrite').objectStore('${store}')
      ${edit}
    }
    database.close()
  }`

/** One bug for each property, two for those that have two sides. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    bug: 'a page without a heading',
    finds: 'everyPageHasTitleAndHeading',
    start: '/state',
    script: `setInterval(() => {
      const text = document.querySelector('main h1')?.firstChild
      if (text && location.pathname.startsWith('/state')) text.nodeValue = ''
    }, 20)`,
  },
  {
    bug: 'an error in the console',
    finds: 'noConsoleError',
    start: '/',
    script: `addEventListener('click', () => setTimeout(() => console.error('planted'), 5))`,
  },
  {
    bug: 'a rejection that nothing handles',
    finds: 'noConsoleError',
    start: '/',
    script: `addEventListener('click', () => void Promise.reject(new Error('planted')))`,
  },
  {
    bug: 'links to nowhere',
    finds: 'noDeadEnd',
    start: '/',
    script: `addEventListener('click', (event) => {
      if (!event.target.closest('a[href^="/park/"], a[href^="/state/"]')) return
      event.preventDefault()
      event.stopImmediatePropagation()
      location.href = '/nowhere'
    }, true)`,
  },
  {
    bug: 'Back that goes forward again',
    finds: 'backGoesBack',
    start: '/',
    script: `addEventListener('popstate', () => history.forward())`,
  },
  {
    bug: 'favourites that are forgotten on reload',
    finds: 'savedHeartStays',
    start: '/',
    script: `document.cookie = 'offlead-favourites=; max-age=0; path=/';${editStore('favourites', 'store.clear()')}`,
  },
  {
    bug: 'fields that are emptied after a while',
    finds: 'typedTextSurvives',
    start: '/auth',
    script: `setInterval(() => {
      for (const field of document.querySelectorAll('input, textarea')) field.value = ''
    }, 4_000)`,
  },
  {
    bug: 'drafts that are forgotten on reload',
    finds: 'typedTextSurvives',
    start: '/contact',
    script: editStore(
      'meta',
      `store.getAllKeys().onsuccess = ({ target }) => {
        for (const key of target.result) if (String(key).startsWith('draft')) store.delete(key)
      }`,
    ),
  },
  {
    bug: 'a request to another host',
    finds: 'noThirdPartyRequest',
    start: '/',
    script: `setTimeout(() => { new Image().src = 'http://counter.example/pixel' }, 1_000)`,
    unsafe: true,
  },
]
