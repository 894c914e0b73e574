import { PinIcon } from '../../ui/icons.tsx'
import { MAP_TEXTS } from '../../map/texts.ts'

const OPTION = `inline-flex min-h-tap items-center gap-1.5 wrap-break-word rounded-control border-control border-transparent px-4 font-semibold text-muted
  aria-pressed:border-leaf aria-pressed:bg-surface aria-pressed:text-leaf`

/** Switch between list and map, hidden by CSS on wide screens. Prerendered, when the width is not known. */
export function ViewSwitch({ map, onChange }: { map: boolean; onChange(map: boolean): void }) {
  return (
    <fieldset className="inline-flex max-w-full flex-wrap rounded-control bg-sunken xl:hidden">
      <legend className="sr-only">{MAP_TEXTS.view}</legend>
      <button type="button" aria-pressed={!map} className={OPTION} onClick={() => onChange(false)}>
        <svg
          viewBox="0 0 24 24"
          width={20}
          height={20}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.9}
          strokeLinecap="round"
          aria-hidden="true"
        >
          <path d="M8.500 6H20M8.500 12H20M8.500 18H20M4 6h.1M4 12h.1M4 18h.1" />
        </svg>
        {MAP_TEXTS.list}
      </button>
      <button type="button" aria-pressed={map} className={OPTION} onClick={() => onChange(true)}>
        <PinIcon size={20} /> {MAP_TEXTS.map}
      </button>
    </fieldset>
  )
}
