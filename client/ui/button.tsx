import { Link, type LinkComponentProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/**
 * `solid`: the primary action. `outline`: a secondary action. `quiet`: a minor one. `danger`: one that
 * deletes.
 */
export type ButtonLook = 'solid' | 'outline' | 'quiet' | 'danger'

const SHAPE =
  'inline-flex items-center justify-center gap-2 min-h-tap px-4 py-1.5 rounded-control border-control font-semibold text-m leading-tight text-center wrap-break-word ' +
  '[&>svg]:shrink-0 no-underline transition-colors duration-100 disabled:opacity-60 aria-disabled:opacity-60'

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  solid:
    'border-leaf bg-leaf text-on-leaf not-disabled:hover:border-leaf-deep not-disabled:hover:bg-leaf-deep',
  outline: 'border-leaf bg-surface text-leaf not-disabled:hover:bg-leaf-wash',
  danger: 'border-closed bg-closed text-surface not-disabled:hover:opacity-90',
  quiet: 'border-transparent bg-transparent px-2 text-leaf not-disabled:hover:bg-leaf-wash',
}

/**
 * The classes of a button, for other elements that should look like one (a file input's label, an external
 * link).
 */
export function buttonClass(look: ButtonLook = 'solid', more = ''): string {
  return `${SHAPE} ${LOOKS[look]} ${more}`
}

interface LookProps {
  look?: ButtonLook
}

export function Button({
  look = 'solid',
  className = '',
  type = 'button',
  'aria-disabled': ariaDisabled,
  ...rest
}: ComponentProps<'button'> & LookProps) {
  // `aria-disabled="false"` is left out: inside a disabled fieldset it would be wrong.
  // oxlint-disable-next-line react/button-has-type -- the type has a default above
  return (
    <button
      type={type}
      className={buttonClass(look, className)}
      aria-disabled={ariaDisabled || undefined}
      {...rest}
    />
  )
}

export function ButtonLink({ look = 'solid', className = '', ...rest }: LinkComponentProps & LookProps) {
  return <Link className={buttonClass(look, className)} {...rest} />
}

/** A square button of the minimum target size with an icon. `label` is its accessible name. */
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
