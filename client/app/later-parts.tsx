import { BACK_TO_TOP_AFTER_PX } from '../../data/model/constants.ts'
import { useShortcuts } from '../features/settings/shortcuts.ts'
import { useDoubleTaps } from '../platform/double-tap.ts'
import { BackToTop } from '../ui/back-to-top.tsx'
import { useReloadWhenStuck } from './reload-when-stuck.ts'
import { TitleAnnouncement } from './title-announcement.tsx'

/** Parts of the layout that are loaded after the first screen, which does not show them. */
export default function LaterParts() {
  useShortcuts()
  useDoubleTaps()
  useReloadWhenStuck()
  return (
    <>
      <TitleAnnouncement />
      <BackToTop afterPx={BACK_TO_TOP_AFTER_PX} />
    </>
  )
}
