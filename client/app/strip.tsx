import type { ReactNode } from 'react'

interface StripLook {
  tone?: 'ochre' | 'leaf'
  /** Whether its parts may be on several lines. */
  wrap?: boolean
  /** Whether it is at least as high as a tap target. */
  tall?: boolean
}

/** The classes of a strip, for links that should look like one. */
export const stripClass = ({ tone = 'ochre', wrap = false, tall = false }: StripLook = {}): string =>
  `flex items-center justify-center gap-x-2.5 gap-y-1 border-b border-line px-4 text-s ${
    tall ? 'min-h-tap py-2' : 'py-2.5'
  } ${wrap ? 'flex-wrap' : ''} ${tone === 'leaf' ? 'bg-leaf-wash' : 'bg-ochre-wash'}`

/** A notice as a line across the page, below the header. */
export const Strip = ({ children, ...look }: StripLook & { children: ReactNode }) => (
  <span className={stripClass(look)}>{children}</span>
)
