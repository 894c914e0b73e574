import { useId, type ComponentProps, type ReactNode } from 'react'
import { CheckIcon, ChevronDown } from './icons.tsx'

/** Classes of a field's box. */
export const BOX = 'min-h-tap rounded-control border-control border-line-strong bg-surface text-ink text-m'

interface LabelledProps {
  label: string
  /** Shown below the control and part of its accessible description. */
  note?: string | undefined
  /** Validation error, shown below the note. */
  error?: string | undefined
  className?: string
  /** Renders the control with the attributes that connect it to label, note and error. */
  children(controlProps: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
  }): ReactNode
}

/** A form control with its label, note and error. Screen readers announce all three. */
export function Labelled({ label, note, error, className = '', children }: LabelledProps) {
  const id = useId()
  const described = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`grid content-start gap-1 ${className}`}>
      <label htmlFor={id} className="text-s font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {note && (
        <p id={`${id}-note`} className="text-s text-muted">
          {note}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-s font-semibold text-closed">
          {error}
        </p>
      )}
    </div>
  )
}

export function TextInput({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input className={`${BOX} min-w-0 px-4 ${className}`} {...rest} />
}

/**
 * The value of "nothing selected": items of a select must not have an empty value (specification 15.39).
 */
export const NO_CHOICE = 'none'

/** A labelled native `<select>`: it opens the platform's own picker and supports typing ahead. */
export function Select({
  label,
  note,
  error,
  children,
  className = '',
  ...rest
}: ComponentProps<'select'> & Pick<LabelledProps, 'label' | 'note' | 'error'>) {
  return (
    <Labelled label={label} note={note} error={error} className={className}>
      {(controlProps) => (
        <div className="relative">
          <select
            className={`${BOX} w-full appearance-none pr-[40px] pl-[12px] ${error ? 'border-closed' : ''}`}
            {...controlProps}
            {...rest}
          >
            {children}
          </select>
          <ChevronDown
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
            size={20}
          />
        </div>
      )}
    </Labelled>
  )
}

export function Checkbox({
  children,
  className = '',
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'children'> & { children: ReactNode }) {
  return (
    <label className={`flex min-h-tap flex-1 items-center gap-3 ${className}`}>
      <span className="relative grid size-6 shrink-0 place-items-center">
        <input
          type="checkbox"
          className="peer col-start-1 row-start-1 m-0 size-6 appearance-none rounded-[6px] border-control border-line-strong bg-surface
            checked:border-leaf checked:bg-leaf disabled:border-line disabled:bg-sunken forced-colors:appearance-auto"
          {...rest}
        />
        <CheckIcon
          size={18}
          className="pointer-events-none invisible col-start-1 row-start-1 text-on-leaf peer-checked:visible forced-colors:hidden"
        />
      </span>
      <span>{children}</span>
    </label>
  )
}
