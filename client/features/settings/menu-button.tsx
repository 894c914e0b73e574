import { useDisclosure } from '../../ui/disclosure.ts'
import { AccessibilityIcon, ChevronDown } from '../../ui/icons.tsx'
import { loadedOnPress } from '../../ui/loaded-later.tsx'

const SettingsMenu = loadedOnPress(() => import('./menu.tsx'))

/** The header's 'Accessibility' menu, on screens that have room for it. */
export function SettingsButton({ label }: { label: string }) {
  const { open, box, button, toggle, close } = useDisclosure<HTMLDivElement>()
  return (
    <div ref={box} className="relative ml-auto">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls="header-settings"
        onClick={toggle}
        className="flex min-h-11 items-center gap-1.5 rounded-control px-2 font-medium text-muted hover:bg-leaf-wash hover:text-ink"
      >
        <AccessibilityIcon size={22} className="shrink-0" /> <span className="max-lg:sr-only">{label}</span>{' '}
        <ChevronDown size={18} className="shrink-0" />
      </button>
      <div
        id="header-settings"
        hidden={!open}
        className="absolute top-full right-0 z-40 mt-1 w-80 max-w-[calc(100vw-2rem)] rounded-control border border-line bg-surface px-4 py-1.5 shadow-lifted"
      >
        {open && <SettingsMenu onClose={close} />}
      </div>
    </div>
  )
}
