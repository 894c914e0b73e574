import { createObservable } from './observable.ts'
import type { Observable } from './observable.ts'

/** A new version of the app and how to start it. */
export interface Update {
  ready: boolean
  apply(): void
}

let save = (): void => undefined

/** Sets what is saved right before a reload, by code that is loaded after the first screen. */
export function saveBeforeReload(work: () => void): void {
  save = work
}

/** Reloads the page with a new version. */
export function reload(): void {
  save()
  location.reload()
}
const update = createObservable<Update>({ ready: false, apply: reload })

/** Whether a new version is ready. It only takes over when the user applies it. */
export const appUpdate: Observable<Update> = update

/** Reports a new version that takes over when `apply` is called. */
export const reportUpdate = (apply: () => void): void => update.set({ ready: true, apply })

/**
 * Call it when another tab runs a newer version. This tab keeps its own code, which stays cached, until it is
 * reloaded.
 */
export const reportNewerVersion = (): void => reportUpdate(reload)
