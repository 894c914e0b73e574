import type { MapTheme } from '../../../data/map/colours.ts'

/** The colours of what is drawn on top of a map: the product's tokens (client/app/styles). */
export interface Palette {
  /** Distance rings. */
  line: string
  /** Fill of a distance ring; translucent, so nested rings add up. */
  near: string
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

export type PictureTheme = Exclude<MapTheme, 'paper'>

const LIGHT: Palette = {
  line: '#cfc3a4',
  near: '#1f7a5c0a',
  ink: '#15211c',
  muted: '#4a5750',
  halo: '#fbf7ef',
  pin: '#17604a',
  pinEdge: '#ffffff',
  pinPaw: '#ffffff',
  area: '#17604a24',
  areaEdge: '#17604a',
  plate: '#fbf7efd9',
}

const DARK: Palette = {
  line: '#3a4f45',
  near: '#8ad7b60a',
  ink: '#edf3ee',
  muted: '#b4c2ba',
  halo: '#131d18',
  pin: '#8ad7b6',
  pinEdge: '#0d1512',
  pinPaw: '#08201a',
  area: '#8ad7b62b',
  areaEdge: '#8ad7b6',
  plate: '#0d1512d9',
}

export const PALETTES: Readonly<Record<PictureTheme, Palette>> = {
  light: LIGHT,
  dark: DARK,
  contrast: {
    ...LIGHT,
    line: '#8a8a8a',
    ink: '#000000',
    muted: '#000000',
    halo: '#ffffff',
    pin: '#00451f',
    areaEdge: '#00451f',
    plate: '#ffffff',
  },
  'contrast-dark': {
    ...DARK,
    line: '#8a8a8a',
    ink: '#ffffff',
    muted: '#ffffff',
    halo: '#000000',
    pin: '#a8ffc2',
    pinPaw: '#000000',
    pinEdge: '#000000',
    areaEdge: '#a8ffc2',
    plate: '#000000',
  },
}
