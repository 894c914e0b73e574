import { createObservable } from './observable.ts'

/** Whether an older version of the app in another tab keeps this one from opening the device's database. */
export const isDatabaseBlocked = createObservable(false)
