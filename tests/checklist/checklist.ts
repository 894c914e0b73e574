import type { Checklist } from './entry.ts'
import { SECTION_1 } from './section-1.ts'
import { SECTION_2 } from './section-2.ts'
import { SECTION_3 } from './section-3.ts'
import { SECTION_4 } from './section-4.ts'
import { SECTION_5 } from './section-5.ts'
import { SECTION_6 } from './section-6.ts'
import { SECTION_7 } from './section-7.ts'
import { SECTION_8 } from './section-8.ts'
import { SECTION_9 } from './section-9.ts'

/** Every sentence of the specification with what holds it, by section. */
export const CHECKLIST: ReadonlyMap<number, Checklist> = new Map([
  [1, SECTION_1],
  [2, SECTION_2],
  [3, SECTION_3],
  [4, SECTION_4],
  [5, SECTION_5],
  [6, SECTION_6],
  [7, SECTION_7],
  [8, SECTION_8],
  [9, SECTION_9],
])
