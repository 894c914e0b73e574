/**
 * The colours of drawn maps: the product's tokens (client/styles), plus colours for the sea, which only maps
 * use.
 */
export interface Palette {
  land: string
  /** Faint lines on the land: distance rings and the graticule. */
  line: string
  /** Fill of a distance ring; translucent, so nested rings add up. */
  near: string
  sea: string
  /** Bands of shallow water along the coast, widest first. */
  shallows: readonly string[]
  coast: string
  border: string
  ink: string
  muted: string
  /** Outline of text, so that it is legible on lines. */
  halo: string
  pin: string
  pinEdge: string
  pinPaw: string
  area: string
  areaEdge: string
  /** Background of small print. */
  plate: string
}

export const PALETTES: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    land: '#f6efe1',
    line: '#cfc3a4',
    near: '#1f7a5c0a',
    sea: '#c9dedd',
    shallows: ['#d0e3e1', '#d8e8e5', '#e1eeea'],
    coast: '#7fa39b',
    border: '#a99878',
    ink: '#15211c',
    muted: '#4a5750',
    halo: '#fbf7ef',
    pin: '#17604a',
    pinEdge: '#ffffff',
    pinPaw: '#ffffff',
    area: '#17604a24',
    areaEdge: '#17604a',
    plate: '#fbf7efd9',
  },
  dark: {
    land: '#1a2620',
    line: '#3a4f45',
    near: '#8ad7b60a',
    sea: '#0c1a1f',
    shallows: ['#0f2026', '#12262c', '#162d32'],
    coast: '#4d716a',
    border: '#66756c',
    ink: '#edf3ee',
    muted: '#b4c2ba',
    halo: '#131d18',
    pin: '#8ad7b6',
    pinEdge: '#0d1512',
    pinPaw: '#08201a',
    area: '#8ad7b62b',
    areaEdge: '#8ad7b6',
    plate: '#0d1512d9',
  },
}
