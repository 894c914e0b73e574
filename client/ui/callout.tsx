import type { ComponentProps } from 'react'

const TONES = {
  success: 'border-leaf bg-leaf-wash',
  warning: 'border-ochre bg-ochre-wash',
  error: 'border-closed bg-closed-wash',
} as const

/** A message that stands out from the page. The caller sets the padding. */
export function Callout({
  tone,
  className = '',
  ...rest
}: ComponentProps<'div'> & { tone: keyof typeof TONES }) {
  return <div className={`rounded-card border-l-6 ${TONES[tone]} ${className}`} {...rest} />
}
