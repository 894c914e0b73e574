import { Link, type LinkComponentProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** `solid`: the one thing to do here. `outline`: the other. `quiet`: what may be done as well. */
export type ButtonLook = 'solid' | 'outline' | 'quiet'

const SHAPE =
  'inline-flex items-center justify-center gap-2 min-h-tap px-4 py-1.5 rounded-control border-[1.5px] font-semibold text-m leading-tight text-center wrap-break-word ' +
  '[&>svg]:shrink-0 no-underline transition-colors duration-100 disabled:opacity-60 aria-disabled:opacity-60'

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  solid:
    'border-leaf bg-leaf text-on-leaf not-disabled:hover:border-leaf-deep not-disabled:hover:bg-leaf-deep',
  outline: 'border-leaf bg-surface text-leaf not-disabled:hover:bg-leaf-wash',
  quiet: 'border-transparent bg-transparent px-2 text-leaf not-disabled:hover:bg-leaf-wash',
}

/** The classes of a button, for elements that are none (a file input's label, a foreign link). */
export function buttonClass(look: ButtonLook = 'solid', more = ''): string {
  return `${SHAPE} ${LOOKS[look]} ${more}`
}

interface Look {
  look?: ButtonLook
}

export function Button({
  look = 'solid',
  className = '',
  type = 'button',
  'aria-disabled': resting,
  ...rest
}: ComponentProps<'button'> & Look) {
  // A button that says it is not disabled would say so in a fieldset that is, too.
  // oxlint-disable-next-line react/button-has-type -- the type has a default above
  return (
    <button
      type={type}
      className={buttonClass(look, className)}
      aria-disabled={resting || undefined}
      {...rest}
    />
  )
}

export function ButtonLink({ look = 'solid', className = '', ...rest }: LinkComponentProps & Look) {
  return <Link className={buttonClass(look, className)} {...rest} />
}

/** A square target of the smallest allowed size with an icon in it. `label` is what it does. */
export function IconButton({
  label,
  className = '',
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    // oxlint-disable-next-line react/button-has-type -- the type has a default above
    <button
      type={type}
      aria-label={label}
      className={`inline-grid size-tap shrink-0 place-items-center rounded-control border-0 bg-transparent hover:bg-leaf-wash ${className}`}
      {...rest}
    />
  )
}
