import type { ReactNode } from 'react'
import type { TravelMode } from '../../../data/model/directions.ts'
import { LineIcon } from '../../ui/icons.tsx'

const DRAWINGS: Readonly<Record<TravelMode, ReactNode>> = {
  driving: (
    <>
      <path d="M4 16.5v-3.7l2-5.3A2 2 0 0 1 7.9 6.2h8.2a2 2 0 0 1 1.9 1.3l2 5.3v3.7a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1Z" />
      <path d="M4.3 12.2h15.4M7 17.5v1.7M17 17.5v1.7M7.3 14.8h.1M16.6 14.8h.1" />
    </>
  ),
  walking: (
    <>
      <circle cx="13" cy="4.5" r="1.8" />
      <path d="m12.5 8.5-1.6 5.5 3.1 2.7.8 4.3M10.9 14l-1.4 3.2L6.8 21M12.5 8.5l-3.4 1.6-.9 3M12.5 8.5l2.2 3 2.8.9" />
    </>
  ),
  bicycling: (
    <>
      <circle cx="5.5" cy="16" r="3.6" />
      <circle cx="18.5" cy="16" r="3.6" />
      <path d="m5.5 16 3.7-7h5.3l4 7M9.2 9l4.3 7H5.5M8 7h2.5M14.5 9l-.8-2.5h2" />
    </>
  ),
  transit: (
    <>
      <path d="M6 16V6.5A2.5 2.5 0 0 1 8.5 4h7A2.5 2.5 0 0 1 18 6.5V16a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 16Z" />
      <path d="M6 11.5h12M9 14.5h.1M15 14.5h.1M8.5 17.5 7 20.5M15.5 17.5l1.5 3" />
    </>
  ),
}

export const ModeIcon = ({ mode }: { mode: TravelMode }) => <LineIcon>{DRAWINGS[mode]}</LineIcon>
