import { ParkId } from '../model/park.ts'

/** The id of a park in a path; `undefined` if the segment is none. Without leading zeros: a park has one address. */
export const readParkId = (segment: string): ParkId | undefined =>
  /^[1-9]\d*$/.test(segment) ? ParkId.safeParse(Number(segment)).data : undefined
