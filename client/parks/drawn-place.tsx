import { readFeatures, type FeatureId } from '../../data/model/feature.ts'
import type { Park } from '../../data/model/park.ts'
import { ellipsePath, coordinate } from '../ui/drawing.ts'
import { PAW } from '../ui/icons.tsx'

const WIDTH = 320
const HEIGHT = 150
/** Bottom of the ground shapes: below the picture, because a beach moves them up. */
const DEPTH = HEIGHT + 20
const HOURS = ['morning', 'noon', 'golden', 'dusk'] as const

/** mulberry32 (Tommy Ettinger, public domain). Seeded, so that a park looks the same on every device. */
function seededRandom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Ridge {
  path: string
  /** The y coordinate of the ground at `x`. */
  at(x: number): number
}

/** A line of hills around height `y`, made of three sine waves and filled down to the lower edge. */
function ridge(random: () => number, y: number, swing: number): Ridge {
  const [one, two, three] = [random() * 6.3, random() * 6.3, random() * 6.3]
  const at = (x: number) =>
    y + swing * (0.6 * Math.sin(x / 92 + one) + 0.3 * Math.sin(x / 51 + two) + 0.1 * Math.sin(x / 23 + three))
  // Relative coordinates are shorter, and these paths are a large part of the prerendered HTML.
  let height = at(-4)
  let path = `M-4 ${DEPTH}V${coordinate(height)}l`
  for (let x = 12; x <= WIDTH + 16; x += 16) {
    const rise = coordinate(at(x) - height)
    path += `16 ${rise} `
    height += Number(rise)
  }
  return { path: `${path}V${DEPTH}z`, at }
}

interface Gum {
  /** Foot of the trunk. */
  x: number
  y: number
  size: number
  lean: number
}

/** Gum trees: leaning trunks, each with two dark clumps of leaves and a light one. */
function Gums({ gums }: { gums: readonly Gum[] }) {
  const paint = (shape: (place: (dx: number, dy: number) => [number, number], gum: Gum) => string) =>
    gums.map((gum) => shape((dx, dy) => [gum.x + dx * gum.size, gum.y + 2 + dy * gum.size], gum)).join('')
  const trunks = paint((place, { lean }) => {
    const [foot, bend, top, corner, back, heel] = (
      [
        [-1.6, 2],
        [0, -9],
        [lean, -20],
        [lean + 2.6, -19.4],
        [2.4, -8],
        [2.4, 2],
      ] as const
    ).map(([dx, dy]) => place(dx, dy).map(coordinate).join(' '))
    return `M${foot}Q${bend} ${top}L${corner}Q${back} ${heel}z`
  })
  return (
    <>
      <path d={trunks} fill="var(--trunk)" />
      <path
        d={paint(
          (place, { lean, size }) =>
            ellipsePath(...place(lean - 6, -21), 8.5 * size, 6 * size) +
            ellipsePath(...place(lean + 7, -23), 9 * size, 6.5 * size),
        )}
        fill="var(--leaves)"
      />
      <path
        d={paint((place, { lean, size }) => ellipsePath(...place(lean + 1, -29), 9 * size, 7 * size))}
        fill="var(--leaves-light)"
      />
    </>
  )
}

/** A post-and-rail fence along the ground between two x coordinates. */
function Fence({ ground, from, to }: { ground: Ridge; from: number; to: number }) {
  const posts = Array.from({ length: Math.floor((to - from) / 18) + 1 }, (_, index) => from + index * 18)
  const rail = (drop: number) =>
    posts.map((x, index) => `${index === 0 ? 'M' : 'L'}${x} ${(ground.at(x) + drop).toFixed(1)}`).join('')
  return (
    <g stroke="var(--wood)" strokeWidth={2.2} strokeLinecap="round" fill="none">
      <path d={posts.map((x) => `M${x} ${(ground.at(x) + 12).toFixed(1)}v-17`).join('')} />
      <path d={`${rail(-1)}${rail(5)}`} strokeWidth={1.6} />
    </g>
  )
}

const Waves = ({ d }: { d: string }) => (
  <path d={d} stroke="var(--foam)" strokeWidth={1.8} strokeLinecap="round" />
)

const hourOf = (random: () => number) => HOURS[Math.floor(random() * HOURS.length)]

/**
 * The background colours of a park's {@link DrawnPlace} alone, for prerendered screens where the drawing is
 * too large.
 */
export function PlaceColours({ park }: { park: Pick<Park, 'id'> }) {
  return (
    <div
      className="place place-colours size-full"
      data-hour={hourOf(seededRandom(park.id))}
      aria-hidden="true"
    />
  )
}

/**
 * A drawing for a park without a photograph. Its id seeds the hills and trees; its features add water, shade,
 * a fence, a seat and a path.
 */
export function DrawnPlace({
  park,
  className = '',
}: {
  park: Pick<Park, 'id' | 'name' | 'features'>
  className?: string
}) {
  const random = seededRandom(park.id)
  const features = new Set<FeatureId>(readFeatures(park.features))
  const beach = features.has('beach') || /beach|foreshore|esplanade/i.test(park.name)
  const lake =
    !beach &&
    (features.has('lake') || /\b(lake|lagoon|pond|river|creek|wetlands?|reservoir)\b/i.test(park.name))
  const hour = hourOf(random)
  const sunX = 50 + random() * 220
  const far = ridge(random, beach ? 72 : 70, beach ? 5 : 13)
  const middle = ridge(random, 96, 10)
  const near = ridge(random, beach ? 128 : 120, 7)
  const treesOnLeft = random() < 0.5
  const gums = Array.from({ length: (features.has('shade') ? 7 : 3) + Math.floor(random() * 3) }, () => ({
    x: treesOnLeft ? 16 + random() * 130 : 174 + random() * 130,
    size: 0.75 + random() * 0.55,
    lean: -3 + random() * 6,
  })).sort((one, other) => one.size - other.size)
  const distant = Array.from({ length: 7 }, () => ({
    x: random() * WIDTH,
    size: 0.28 + random() * 0.16,
    lean: -2 + random() * 4,
  }))
  const seat = treesOnLeft ? 232 : 74
  const paws = Array.from({ length: 5 }, (_, index) => ({
    x: (treesOnLeft ? 176 : 60) + index * 17,
    y: 143 - index * 3 + (index % 2) * 6,
  }))
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMax slice"
      data-hour={hour}
      aria-hidden="true"
      focusable="false"
      className={`place block size-full ${className}`}
    >
      <rect x={-4} y={-4} width={WIDTH + 8} height={HEIGHT + 8} fill="var(--sky)" />
      <rect x={-4} y={46} width={WIDTH + 8} height={60} fill="var(--haze)" />
      <circle cx={coordinate(sunX)} cy={coordinate(40 + random() * 14)} r={14} fill="var(--sun)" />
      <path
        d={`M${coordinate((sunX + 70) % 300)} 34h34a7 7 0 0 1 0 14h-48a6 6 0 0 1 2-11.5a12 12 0 0 1 12-2.5z`}
        fill="var(--cloud)"
      />
      <path d={far.path} fill="var(--far)" />
      <Gums gums={distant.map((gum) => ({ ...gum, y: far.at(gum.x) }))} />
      {beach ? (
        <>
          <rect x={-4} y={76} width={WIDTH + 8} height={80} fill="var(--water)" />
          <Waves d="M20 87h46M120 83h60M230 89h52M64 99h40M180 102h58" />
          <path d={near.path} transform="translate(0 -14)" fill="var(--foam)" />
          <path d={near.path} transform="translate(0 -9)" fill="var(--sand)" />
        </>
      ) : (
        <path d={middle.path} fill="var(--middle)" />
      )}
      {lake && (
        <>
          <path d={`M${treesOnLeft ? 150 : -10} 112c30-11 120-14 180 0v40h-180z`} fill="var(--water)" />
          <Waves d={`M${treesOnLeft ? 196 : 30} 110h34M${treesOnLeft ? 240 : 84} 115h40`} />
        </>
      )}
      {!beach && <path d={near.path} fill="var(--near)" />}
      {features.has('walk') && !beach && (
        <path
          d={`M${treesOnLeft ? 250 : 40} 154C${treesOnLeft ? '236 140 262 134 246 118' : '64 140 34 134 58 118'}`}
          stroke="var(--path)"
          strokeWidth={9}
          fill="none"
        />
      )}
      <Gums
        gums={gums.map((gum) => ({ ...gum, y: near.at(gum.x) + (gum.size - 0.75) * 16 - (beach ? 6 : 0) }))}
      />
      {features.has('fenced') && (
        <Fence ground={near} from={treesOnLeft ? 160 : -6} to={treesOnLeft ? 330 : 160} />
      )}
      {features.has('seating') && (
        <path
          d={`M${seat - 13} ${coordinate(near.at(seat) + 6)}h26m-26-7h26M${seat - 9} ${coordinate(near.at(seat) - 1)}v15m18-15v15`}
          stroke="var(--wood)"
          strokeWidth={2.6}
          strokeLinecap="round"
          fill="none"
        />
      )}
      <g fill="var(--paw)">
        {paws.map(({ x, y }) => (
          <path key={x} d={PAW} transform={`translate(${x} ${y}) rotate(62) scale(.26)`} />
        ))}
      </g>
    </svg>
  )
}
