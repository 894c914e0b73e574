import type { Entry } from './entry.ts'
import { SECTION_1 } from './section-1.ts'
import { SECTION_2 } from './section-2.ts'
import { SECTION_3 } from './section-3.ts'
import { SECTION_4 } from './section-4.ts'
import { SECTION_5 } from './section-5.ts'
import { SECTION_6 } from './section-6.ts'
import { SECTION_7 } from './section-7.ts'
import { SECTION_8 } from './section-8.ts'
import { SECTION_9 } from './section-9.ts'
import { SECTION_10 } from './section-10.ts'
import { SECTION_11 } from './section-11.ts'
import { SECTION_12 } from './section-12.ts'
import { SECTION_13 } from './section-13.ts'
import { SECTION_14 } from './section-14.ts'
import { SECTION_15 } from './section-15.ts'
import { SECTION_16 } from './section-16.ts'
import { SECTION_17 } from './section-17.ts'
import { SECTION_18 } from './section-18.ts'
import { SECTION_19 } from './section-19.ts'
import { SECTION_20 } from './section-20.ts'

const SECTIONS = [
  SECTION_1,
  SECTION_2,
  SECTION_3,
  SECTION_4,
  SECTION_5,
  SECTION_6,
  SECTION_7,
  SECTION_8,
  SECTION_9,
  SECTION_10,
  SECTION_11,
  SECTION_12,
  SECTION_13,
  SECTION_14,
  SECTION_15,
  SECTION_16,
  SECTION_17,
  SECTION_18,
  SECTION_19,
  SECTION_20,
]

/** The entry of every statement of the specification, by statement number. */
export const CHECKLIST: ReadonlyMap<string, Entry> = new Map(
  SECTIONS.flatMap((section) => Object.entries(section)),
)
