import { TOAST_DURATION } from '../../data/model/constants.ts'
import { createObservable, type Observable } from './observable.ts'

export interface ToastMessage {
  id: number
  title: string
  description?: string
  /** Milliseconds. */
  duration: number
  look: 'plain' | 'destructive'
}

const shown = createObservable<ToastMessage | null>(null)
let nextId = 1

/** The toast that is shown. There is one at a time: a new toast replaces the current one. */
export const currentToast: Observable<ToastMessage | null> = shown

/** Shows a toast. */
export function toast(message: Pick<ToastMessage, 'title'> & Partial<Omit<ToastMessage, 'id'>>) {
  shown.set({ duration: TOAST_DURATION, look: 'plain', ...message, id: nextId++ })
}
