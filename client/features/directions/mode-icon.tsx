import type { ReactNode } from 'react'
import type { TravelMode } from '../../../data/model/directions.ts'
import { LineIcon } from '../../ui/icons.tsx'

const DRAWINGS: Readonly<Record<TravelMode, ReactNode>> = {
  driving: (
    <>
      <path d="M4 16.500v-3.700l2-5.300A2 2 0 0 1 7.900 6.200h8.200a2 2 0 0 1 1.900 1.300l2 5.300v3.700a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1Z" />
      <path d="M4.300 12.200h15.400M7 17.500v1.700M17 17.500v1.700M7.300 14.800h.1M16.600 14.800h.1" />
    </>
  ),
  walking: (
    <>
      <circle cx="13" cy="4.500" r="1.800" />
      <path d="m12.500 8.500-1.600 5.500 3.100 2.700.8 4.300M10.900 14l-1.400 3.200L6.800 21M12.500 8.500l-3.400 1.600-.9 3M12.500 8.500l2.200 3 2.800.9" />
    </>
  ),
  bicycling: (
    <>
      <circle cx="5.500" cy="16" r="3.600" />
      <circle cx="18.500" cy="16" r="3.600" />
      <path d="m5.500 16 3.700-7h5.300l4 7M9.200 9l4.300 7H5.500M8 7h2.500M14.500 9l-.8-2.500h2" />
    </>
  ),
  transit: (
    <>
      <path d="M6 16V6.500A2.500 2.500 0 0 1 8.500 4h7A2.500 2.500 0 0 1 18 6.500V16a1.500 1.500 0 0 1-1.500 1.500h-9A1.500 1.500 0 0 1 6 16Z" />
      <path d="M6 11.500h12M9 14.500h.1M15 14.500h.1M8.500 17.500 7 20.500M15.500 17.500l1.500 3" />
    </>
  ),
}

export const ModeIcon = ({ mode }: { mode: TravelMode }) => <LineIcon>{DRAWINGS[mode]}</LineIcon>
