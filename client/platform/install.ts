import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import { createObservable } from './observable.ts'
import { askToPersist } from './persist.ts'

/** Local storage key of {@link Remembered}. */
const KEY = `${STORAGE_PREFIX}:install`
const VISIT = `${STORAGE_PREFIX}:visit`

/** `prompt`: the browser shows its own prompt. `share`: the user installs from the share menu (iOS). */
export type InstallOffer = { way: 'prompt' | 'share'; accept(): void; decline(): void } | null

/** The event `beforeinstallprompt`, which TypeScript's types do not include. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

interface Remembered {
  visits: number
  /** Whether the user has answered the offer or installed the app. */
  answered: boolean
}

const offer = createObservable<InstallOffer>(null)
/** The offer to install the app, or `null`. */
export const installOffer = { current: offer.current, subscribe: offer.subscribe }

let prompt: InstallPrompt | undefined
let isWorthOffering = false

function remembered(): Remembered {
  try {
    return {
      visits: 0,
      answered: false,
      ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Remembered>),
    }
  } catch {
    return { visits: 0, answered: false }
  }
}

function remember(change: Partial<Remembered>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...remembered(), ...change }))
  } catch {
    // Without storage, every visit counts as the first, so the offer is not repeated at each visit.
  }
}

/** Whether the app runs in a window of its own. */
export const isInstalled = () =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches ||
  ('standalone' in navigator && navigator.standalone === true)
/**
 * Whether this is an iPhone or iPad, which have no prompt to install and do not know `geo:` links. An iPad
 * identifies as a Mac, but has a touch screen.
 */
export const isApple = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

function updateOffer(): void {
  if (!isWorthOffering || remembered().answered || isInstalled()) return
  const way = prompt ? 'prompt' : isApple() ? 'share' : null
  if (way === null) return
  const close = () => {
    remember({ answered: true })
    offer.set(null)
  }
  offer.set({
    way,
    decline: close,
    accept() {
      const accepted = prompt
      prompt = undefined
      close()
      const ask = async () => {
        if ((await accepted?.prompt())?.outcome === 'accepted') askToPersist()
      }
      // The browser may no longer allow the prompt.
      ask().catch(() => undefined)
    },
  })
}

/** Makes the offer, after a park was saved or on a second visit. */
function offerInstallation(): void {
  isWorthOffering = true
  updateOffer()
}

/** Call it when a park was saved: asks for persistent storage and offers the installation. */
export function parkSaved(): void {
  askToPersist()
  offerInstallation()
}

/**
 * Counts visits and listens for the browser's install events. On a second visit, the first navigation shows
 * the offer.
 * @returns a function that stops it
 */
export function watchForInstall(onNavigation: (listener: () => void) => () => void): () => void {
  try {
    if (sessionStorage.getItem(VISIT) === null) {
      sessionStorage.setItem(VISIT, '1')
      remember({ visits: remembered().visits + 1 })
    }
  } catch {
    // Without storage, every visit counts as the first.
  }
  const onPromptAvailable = (event: Event) => {
    event.preventDefault()
    prompt = event as InstallPrompt
    updateOffer()
  }
  const onInstalled = () => {
    remember({ answered: true })
    offer.set(null)
  }
  addEventListener('beforeinstallprompt', onPromptAvailable)
  addEventListener('appinstalled', onInstalled)
  const stop = onNavigation(() => {
    if (remembered().visits > 1) offerInstallation()
  })
  return () => {
    removeEventListener('beforeinstallprompt', onPromptAvailable)
    removeEventListener('appinstalled', onInstalled)
    stop()
  }
}
