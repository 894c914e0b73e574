/** The text of each turn, by the names that OSRM and our own router use. */
export const TURNS: Readonly<Record<string, string>> = {
  uturn: 'Make a U-turn',
  'sharp right': 'Turn sharp right',
  right: 'Turn right',
  'slight right': 'Turn slightly right',
  straight: 'Continue straight',
  'slight left': 'Turn slightly left',
  left: 'Turn left',
  'sharp left': 'Turn sharp left',
}
export type Turn = keyof typeof TURNS

/** Degrees from straight ahead up to which a change of direction has each name. */
const LIMITS = { straight: 25, slight: 55, turn: 125, sharp: 165 }

/** The name of a change of direction, in degrees clockwise from straight ahead, −180 to 180. */
export function turnOf(degrees: number): Turn {
  const size = Math.abs(degrees)
  const side = degrees > 0 ? 'right' : 'left'
  if (size <= LIMITS.straight) return 'straight'
  if (size <= LIMITS.slight) return `slight ${side}`
  if (size <= LIMITS.turn) return side
  return size <= LIMITS.sharp ? `sharp ${side}` : 'uturn'
}
