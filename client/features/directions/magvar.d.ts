declare module 'magvar' {
  /** Angle from true to magnetic north now, in degrees, positive to the east. */
  export function magvar(latitude: number, longitude: number): number
}
