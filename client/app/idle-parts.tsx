import { BACK_TO_TOP_AFTER_PX } from '../../data/model/constants.ts'
import { useShortcuts } from '../features/settings/shortcuts.ts'
import { BackToTop } from '../ui/back-to-top.tsx'

/** Parts of the layout that nobody needs before the first screen is complete. */
export default function IdleParts() {
  useShortcuts()
  return <BackToTop afterPx={BACK_TO_TOP_AFTER_PX} />
}
