import { appUpdate } from '../platform/app-update.ts'
import { useObservable } from '../platform/use-observable.ts'
import type { UpdateState } from './types.ts'

/** Whether a new version of the app is ready to be started. */
export const useUpdate = (): UpdateState => useObservable(appUpdate)
