import { TURNS } from '../../data/routing/turns.ts'

/**
 * The part of an OSRM manoeuvre that the instruction needs
 * (https://project-osrm.org/docs/v5.24.0/api/#stepmaneuver-object).
 */
export interface Manoeuvre {
  type: string
  modifier?: string | undefined
  exit?: number | undefined
}

const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

const side = (modifier: string | undefined) =>
  modifier?.includes('left') ? 'left' : modifier?.includes('right') ? 'right' : undefined

/**
 * The instruction text for an OSRM manoeuvre: 'Turn left onto King Street'. `name` is the street after the
 * manoeuvre, '' if it has none.
 */
export function instructionFor({ type, modifier, exit }: Manoeuvre, name: string): string {
  const onto = name ? ` onto ${name}` : ''
  const on = name ? ` on ${name}` : ''
  const turn = TURNS[modifier ?? ''] ?? 'Continue'
  const keep = side(modifier) ? `Keep ${side(modifier)}` : 'Continue'
  switch (type) {
    case 'depart':
      return `Set out${on}`
    case 'arrive':
      return side(modifier) ? `Arrive at the park, on the ${side(modifier)}` : 'Arrive at the park'
    case 'continue':
    case 'new name':
      return modifier === undefined || modifier === 'straight' || type === 'new name'
        ? `Continue${onto}`
        : `${turn}${onto}`
    case 'merge':
      return `Merge${onto}`
    case 'on ramp':
      return `Take the ramp${side(modifier) ? ` on the ${side(modifier)}` : ''}${onto}`
    case 'off ramp':
      return `Take the exit${side(modifier) ? ` on the ${side(modifier)}` : ''}${onto}`
    case 'fork':
      return `${keep} at the fork${onto}`
    case 'end of road':
      return `${turn} at the end of the road${onto}`
    case 'roundabout':
    case 'rotary':
      return exit && ORDINALS[exit]
        ? `At the roundabout take the ${ORDINALS[exit]} exit${onto}`
        : `Enter the roundabout${onto}`
    case 'roundabout turn':
      return `${turn} at the roundabout${onto}`
    case 'exit roundabout':
    case 'exit rotary':
      return `Leave the roundabout${onto}`
    case 'notification':
      return `Continue${on}`
    default:
      return `${turn}${onto}`
  }
}
