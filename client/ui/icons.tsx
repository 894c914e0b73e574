import type { ReactNode, SVGProps } from 'react'

/**
 * Drawn on a 24 × 24 grid with a 1.9 stroke. Decorative: the text next to them or their button's label names
 * them.
 */
export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & { size?: number }

/** The frame of an icon; `children` are its shapes. */
export function LineIcon({ size = 24, children, ...rest }: IconProps & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      {children}
    </svg>
  )
}

export const SearchIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </LineIcon>
)
export const CloseIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="m6 6 12 12M18 6 6 18" />
  </LineIcon>
)
export const MenuIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </LineIcon>
)
export const CheckIcon = (props: IconProps) => (
  <LineIcon {...props} strokeWidth={3}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </LineIcon>
)
export const ChevronDown = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="m6 9 6 6 6-6" />
  </LineIcon>
)
export const ChevronLeft = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="m15 5-7 7 7 7" />
  </LineIcon>
)
export const ChevronRight = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="m9 5 7 7-7 7" />
  </LineIcon>
)
export const ArrowUp = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M12 20V5M5.5 11 12 4.5l6.5 6.5" />
  </LineIcon>
)
/** A road sign with an arrow to the right. */
export const DirectionsIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M12 2.6 21.4 12 12 21.4 2.6 12Z" />
    <path d="M9.3 15.2v-2.7a1.5 1.5 0 0 1 1.5-1.5h4M12.9 8.9 15 11l-2.1 2.1" />
  </LineIcon>
)
export const ListIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M8.5 6H20M8.5 12H20M8.5 18H20M4 6h.1M4 12h.1M4 18h.1" />
  </LineIcon>
)
export const InfoIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5M12 8v.1" />
  </LineIcon>
)
export const ClockIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7v5.2l3.4 2" />
  </LineIcon>
)
export const FilterIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
    <circle cx="16" cy="7" r="2.6" />
    <circle cx="8" cy="17" r="2.6" />
  </LineIcon>
)
export const LocateIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <circle cx="12" cy="12" r="6.5" />
    <circle cx="12" cy="12" r="1.6" fill="currentColor" />
    <path d="M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3" />
  </LineIcon>
)
export const PinIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M12 21.5s-7-6.2-7-11.4a7 7 0 0 1 14 0c0 5.2-7 11.4-7 11.4Z" />
    <circle cx="12" cy="10" r="2.5" />
  </LineIcon>
)
export const StarIcon = (props: IconProps) => (
  <LineIcon fill="currentColor" stroke="none" {...props}>
    <path d="m12 2.8 2.8 6 6.5.7-4.9 4.4 1.4 6.4L12 17l-5.8 3.3 1.4-6.4L2.7 9.5l6.5-.7Z" />
  </LineIcon>
)
export const HeartIcon = ({ filled = false, ...props }: IconProps & { filled?: boolean }) => (
  <LineIcon {...props} fill={filled ? 'currentColor' : 'none'}>
    <path d="M12 20.5S3.5 15 3.5 8.9A4.6 4.6 0 0 1 12 6.4a4.6 4.6 0 0 1 8.5 2.5C20.5 15 12 20.5 12 20.5Z" />
  </LineIcon>
)
export const NoSignalIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M5 12.5a10 10 0 0 1 3.5-2.3M2 9a14.5 14.5 0 0 1 4.5-3M11 5.5A14.5 14.5 0 0 1 22 9M14.5 9.8A10 10 0 0 1 19 12.5M8.5 16a5 5 0 0 1 7 0M12 19.5v.1M3.5 3.5l17 17" />
  </LineIcon>
)
export const AccountIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <circle cx="12" cy="8" r="4" />
    <path d="M4 21c0-4 4-6 8-6s8 2 8 6" />
  </LineIcon>
)

export const AccessibilityIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <circle cx="12" cy="12" r="9" />
    <circle cx="12" cy="7.3" r=".9" fill="currentColor" />
    <path d="M7.3 10.2c3 .9 6.4.9 9.4 0M12 10.9v4.1M12 15l-2.2 3.6M12 15l2.2 3.6" />
  </LineIcon>
)

/** A paw's four toes and pad, on a 32 × 32 grid. */
export const PAW =
  'M3.55 15.38a2.9 3.8 -24 1 0 5.3-2.36a2.9 3.8 -24 1 0-5.3 2.36zM9.23 8.02a3 4.2 -8 1 0 5.94-.84a3 4.2 -8 1 0-5.94 .84z' +
  'M16.83 7.18a3 4.2 8 1 0 5.94 .84a3 4.2 8 1 0-5.94-.84zM23.15 13.02a2.9 3.8 24 1 0 5.3 2.36a2.9 3.8 24 1 0-5.3-2.36z' +
  'M16 14.5c4.4 0 8.6 4.3 8.6 8.3 0 2.9-2 4.4-4.3 4.4-1.7 0-2.7-.8-4.3-.8s-2.6.8-4.3.8c-2.3 0-4.3-1.5-4.3-4.4 0-4 4.2-8.3 8.6-8.3Z'

export const PawIcon = ({ size = 24, ...rest }: IconProps) => (
  <svg
    viewBox="0 0 32 32"
    width={size}
    height={size}
    fill="currentColor"
    aria-hidden="true"
    focusable="false"
    {...rest}
  >
    <path d={PAW} />
  </svg>
)
