import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import { createObservable } from './observable.ts'
import { askToPersist } from './persist.ts'

/** What is remembered of visits and of the answer. */
const KEY = `${STORAGE_PREFIX}:install`
const VISIT = `${STORAGE_PREFIX}:visit`

/** `prompt`: the browser asks when told to. `share`: the person does it by the share menu (iOS). */
export type InstallOffer = { way: 'prompt' | 'share'; accept(): void; decline(): void } | null

/** The browser's own question (`beforeinstallprompt`, which TypeScript does not describe). */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

interface Remembered {
  visits: number
  answered: boolean
}

const offer = createObservable<InstallOffer>(null)
/** An offer to install the app, when there is reason for one. */
export const installOffer = { current: offer.current, subscribe: offer.subscribe }

let prompt: InstallPrompt | undefined
let reason = false

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
    // What cannot be remembered must not be asked: every visit is the first.
  }
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches ||
  ('standalone' in navigator && navigator.standalone === true)
/** Safari on a phone or tablet has no prompt, and a share menu instead. A tablet calls itself a Mac, but has fingers on it. */
const isApple = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

function consider(): void {
  if (!reason || remembered().answered || isInstalled()) return
  const way = prompt ? 'prompt' : isApple() ? 'share' : null
  if (way === null) return
  const answered = () => {
    remember({ answered: true })
    offer.set(null)
  }
  offer.set({
    way,
    decline: answered,
    accept() {
      const asking = prompt
      prompt = undefined
      answered()
      const ask = async () => {
        if ((await asking?.prompt())?.outcome === 'accepted') askToPersist()
      }
      // A browser that has changed its mind asks nothing.
      ask().catch(() => undefined)
    },
  })
}

/** The person has shown that the app is of use to them. Not before a park is saved, or a second visit. */
function worthInstalling(): void {
  reason = true
  consider()
}

/** A park was saved: what is on this device matters from now on. */
export function parkSaved(): void {
  askToPersist()
  worthInstalling()
}

/** Counts visits and listens for the browser's readiness. On a second visit, the first thing the person opens brings the offer. @returns stops */
export function watchForInstall(onMoved: (listener: () => void) => () => void): () => void {
  try {
    if (sessionStorage.getItem(VISIT) === null) {
      sessionStorage.setItem(VISIT, '1')
      remember({ visits: remembered().visits + 1 })
    }
  } catch {
    // Without storage every visit is the first.
  }
  const ready = (event: Event) => {
    event.preventDefault()
    prompt = event as InstallPrompt
    consider()
  }
  const done = () => {
    remember({ answered: true })
    offer.set(null)
  }
  addEventListener('beforeinstallprompt', ready)
  addEventListener('appinstalled', done)
  const stop = onMoved(() => {
    if (remembered().visits > 1) worthInstalling()
  })
  return () => {
    removeEventListener('beforeinstallprompt', ready)
    removeEventListener('appinstalled', done)
    stop()
  }
}
