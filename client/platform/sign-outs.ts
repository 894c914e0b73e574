import { createObservable } from './observable.ts'

/** How often the user has logged out in this page. A session that only ended is not counted. */
export const signOuts = createObservable(0)
