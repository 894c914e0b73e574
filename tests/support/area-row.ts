import type { AreaRow } from '../../client/store/database.ts'

/** An offline area that is complete and has no files. */
export const READY_AREA = {
  name: '',
  circles: [],
  files: [],
  absent: [],
  here: 0,
  bytes: 0,
  state: 'ready',
  takenAt: 1,
  checkedAt: 1,
} satisfies Omit<AreaRow, 'id'>
