import { useDirectory } from '../../queries/index.ts'
import { AREA_TEXTS as T } from './texts.ts'

/** What is on this device without a download. On a first visit, that is nothing yet. */
export function OfflineLead() {
  const { state } = useDirectory()
  return <p className="max-w-[60ch]">{state === 'ready' ? T.lead : T.leadWithoutParks}</p>
}
