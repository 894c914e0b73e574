import { ListIcon, PinIcon } from '../../ui/icons.tsx'
import { MAP_TEXTS } from '../../map/texts.ts'

const OPTION = `inline-flex min-h-tap items-center gap-1.5 wrap-break-word rounded-control border-control border-transparent px-4 font-semibold text-muted
  aria-pressed:border-leaf aria-pressed:bg-surface aria-pressed:text-leaf`

/** Switch between list and map, hidden by CSS on wide screens. Prerendered, when the width is not known. */
export function ViewSwitch({ map, onChange }: { map: boolean; onChange(map: boolean): void }) {
  return (
    <fieldset className="inline-flex max-w-full flex-wrap rounded-control bg-sunken xl:hidden">
      <legend className="sr-only">{MAP_TEXTS.view}</legend>
      <button type="button" aria-pressed={!map} className={OPTION} onClick={() => onChange(false)}>
        <ListIcon size={20} />
        {MAP_TEXTS.list}
      </button>
      <button type="button" aria-pressed={map} className={OPTION} onClick={() => onChange(true)}>
        <PinIcon size={20} /> {MAP_TEXTS.map}
      </button>
    </fieldset>
  )
}
