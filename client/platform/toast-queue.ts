import { TOAST_DURATION } from '../../data/model/constants.ts'

export interface ToastMessage {
  id: number
  title: string
  description?: string
  /** Milliseconds. */
  duration: number
  look: 'plain' | 'destructive'
}

let current: ToastMessage | null = null
let nextId = 1
const listeners = new Set<() => void>()

/** Shows a toast. There is one at a time: a new toast replaces the current one. */
export function toast(message: Pick<ToastMessage, 'title'> & Partial<Omit<ToastMessage, 'id'>>) {
  current = { duration: TOAST_DURATION, look: 'plain', ...message, id: nextId++ }
  for (const listener of listeners) listener()
}

export function currentToast(): ToastMessage | null {
  return current
}

export function onToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
