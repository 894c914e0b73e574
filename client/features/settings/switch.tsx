import { useId } from 'react'
import { toast } from '../../platform/toast.ts'
import type { Settings } from '../../platform/settings.ts'
import { changeSettings, useSettings } from '../../platform/settings-store.ts'
import { SETTINGS_TEXTS as T } from './texts.ts'

type Flag = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings]

/** A switch for an on/off setting. The whole line is clickable; each change shows a toast. */
export function Switch({ setting, note }: { setting: Flag; note?: string }) {
  const id = useId()
  const on = useSettings()[setting]
  const label = T[setting]
  return (
    <label className="flex min-h-tap items-center justify-between gap-4 py-1.5">
      <span className="grid">
        <span className="font-semibold">{label}</span>
        {note && (
          <span id={id} className="text-s text-muted">
            {note}
          </span>
        )}
      </span>
      <span className="relative inline-grid shrink-0">
        <input
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox exposes its own state
          role="switch"
          checked={on}
          aria-label={label}
          {...(note ? { 'aria-describedby': id } : {})}
          className="peer m-0 h-8 w-14 appearance-none rounded-full border-control border-line-strong bg-sunken transition-colors duration-100
            checked:border-leaf checked:bg-leaf forced-colors:appearance-auto"
          onChange={({ target }) => {
            changeSettings({ [setting]: target.checked })
            toast({ title: target.checked ? T.on(label) : T.off(label) })
          }}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-1.5 aspect-square h-[65%] -translate-y-1/2 rounded-full bg-line-strong transition-transform duration-100
            peer-checked:right-1.5 peer-checked:left-auto peer-checked:bg-on-leaf forced-colors:hidden"
        />
      </span>
    </label>
  )
}

/** The three toggles of the header and the mobile menu (specification 3.18). */
export function HeaderSwitches() {
  return (
    <>
      <Switch setting="highContrast" />
      <Switch setting="screenReader" />
      <Switch setting="largeText" />
    </>
  )
}
