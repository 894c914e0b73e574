import { Link } from '@tanstack/react-router'
import { HeaderSwitches } from './switch.tsx'
import { SETTINGS_TEXTS as T } from './texts.ts'

/** Content of the 'Accessibility' menu: the three toggles and a link to all settings. */
export default function SettingsMenu({ onClose }: { onClose(): void }) {
  return (
    <>
      <HeaderSwitches />
      <Link
        to="/accessibility"
        className="flex min-h-tap items-center border-t border-line font-semibold"
        onClick={onClose}
      >
        {T.all}
      </Link>
    </>
  )
}
