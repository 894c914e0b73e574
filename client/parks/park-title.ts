import { useTitle } from '../platform/title.ts'
import type { ParkRead } from '../queries/types.ts'
import { PAGE_TEXTS } from './page-texts.ts'

const WITHOUT_PARK: Partial<Record<ParkRead['status'], string>> = {
  missing: PAGE_TEXTS.missingTitle,
  error: PAGE_TEXTS.errorTitle,
}

/** Sets the document title of a page about a park: `name` if the park is known. */
export const useParkTitle = ({ status }: ParkRead, name: string | undefined): void =>
  useTitle(name ?? WITHOUT_PARK[status])
