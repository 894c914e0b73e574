import type { ComponentProps } from 'react'

/** The main heading of a page. */
export function PageTitle({ className = '', children, ...rest }: ComponentProps<'h1'>) {
  return (
    <h1 className={`text-xxl font-extrabold tracking-title text-leaf-deep ${className}`} {...rest}>
      {children}
    </h1>
  )
}
