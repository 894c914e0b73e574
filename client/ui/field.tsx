import { useId, type ComponentProps, type ReactNode } from 'react'
import { CheckIcon, ChevronDown } from './icons.tsx'

const BOX = 'min-h-tap rounded-control border-[1.5px] border-line-strong bg-surface text-ink text-m'

export function TextInput({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input className={`${BOX} min-w-0 px-4 ${className}`} {...rest} />
}

/** The platform's own list: a phone shows its wheel, a keyboard its letters. */
export function Choice({ label, note, children, className = '', ...rest }: ComponentProps<'select'> & { label: string; note?: string }) {
  const id = useId()
  return (
    <div className={`grid gap-1 ${className}`}>
      <label htmlFor={id} className="text-s font-semibold">{label}</label>
      <div className="relative">
        <select id={id} className={`${BOX} w-full appearance-none py-0 pr-10 pl-3`} {...(note ? { 'aria-describedby': `${id}-note` } : {})} {...rest}>
          {children}
        </select>
        <ChevronDown className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted" size={20} />
      </div>
      {note && <p id={`${id}-note`} className="text-s text-muted">{note}</p>}
    </div>
  )
}

export function Tick({ children, className = '', ...rest }: Omit<ComponentProps<'input'>, 'type' | 'children'> & { children: ReactNode }) {
  return (
    <label className={`flex min-h-tap flex-1 items-center gap-3 ${className}`}>
      <span className="relative grid size-6 shrink-0 place-items-center">
        <input
          type="checkbox"
          className="peer col-start-1 row-start-1 m-0 size-6 appearance-none rounded-[6px] border-[1.5px] border-line-strong bg-surface
            checked:border-leaf checked:bg-leaf forced-colors:appearance-auto"
          {...rest}
        />
        <CheckIcon size={18} className="pointer-events-none invisible col-start-1 row-start-1 text-on-leaf peer-checked:visible forced-colors:hidden" />
      </span>
      <span>{children}</span>
    </label>
  )
}
