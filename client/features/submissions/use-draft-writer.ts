import { useState } from 'react'
import { createLatestWriter } from './latest-writer.ts'

/** Writes drafts one at a time. */
export function useDraftWriter() {
  const [isLastStored, setLastStored] = useState(true)
  const [writer] = useState(() => createLatestWriter((write: () => Promise<void>) => write()))
  return {
    /** Whether the latest write succeeded. */
    isLastStored,
    keep(write: () => Promise<void>) {
      writer.keep(() =>
        write().then(
          () => setLastStored(true),
          () => setLastStored(false),
        ),
      )
    },
    settle: writer.settle,
  }
}
