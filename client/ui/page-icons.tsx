import { LineIcon, type IconProps } from './icons.tsx'

// Icons that no part of the first page needs.

export const ArrowLeft = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M20 12H5M11 5.5 4.5 12l6.5 6.5" />
  </LineIcon>
)
export const PhoneIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M5 3.5h3.5l1.8 4.6-2.3 1.6a12 12 0 0 0 6.3 6.3l1.6-2.3 4.6 1.8V19a2 2 0 0 1-2.2 2A17.5 17.5 0 0 1 3 5.7a2 2 0 0 1 2-2.2Z" />
  </LineIcon>
)
