import type { ComponentProps } from 'react'

/** The main heading of a page. `size`: smaller below the name of an area, such as the administrators'. */
export function PageTitle({
  size = 'text-xxl',
  className = '',
  children,
  ...rest
}: ComponentProps<'h1'> & { size?: 'text-xxl' | 'text-xl' }) {
  return (
    <h1 className={`${size} font-extrabold tracking-title text-leaf-deep ${className}`} {...rest}>
      {children}
    </h1>
  )
}
