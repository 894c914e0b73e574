import { useEffect, useRef, useState } from 'react'
import { distanceText } from '../../../data/geo/travel.ts'
import type { DistanceUnit } from '../../../data/model/directions.ts'
import { scrollSmoothly } from '../../ui/scroll.ts'
import { Button } from '../../ui/button.tsx'
import { PawIcon } from '../../ui/icons.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { guide, closestAngle, type Guidance, type Target } from './compass-state.ts'
import { DIRECTIONS_TEXTS as T } from './texts.ts'
import { requestOrientation, useCompass } from './use-compass.ts'

const SIDES = {
  ahead: T.compassAhead,
  right: T.compassRight,
  left: T.compassLeft,
  behind: T.compassBehind,
} as const

/**
 * The angle to render, in whole degrees. It may exceed 360, so that the transition takes the short way round.
 */
function useAngle(degrees: number): number {
  const [shown, setShown] = useState(() => Math.round(degrees))
  const next = closestAngle(shown, Math.round(degrees))
  if (next !== shown) setShown(next)
  return next
}

/** A compass dial with an arrow that points to the park. */
function Dial({ turn, north, label }: { turn: number; north: number; label: string }) {
  const arrow = useAngle(turn)
  const rose = useAngle(north)
  const spin = 'transition-transform duration-200 ease-out'
  return (
    <svg
      viewBox="-60 -60 120 120"
      role="img"
      aria-label={label}
      data-turn={Math.round(turn)}
      className="mx-auto block w-56 max-w-full"
    >
      <circle r={57} className="fill-surface stroke-line" strokeWidth={1.5} />
      <g className={spin} style={{ transform: `rotate(${rose}deg)` }}>
        {Array.from({ length: 24 }, (_, mark) => (
          <path
            key={mark}
            d={mark % 6 === 0 ? 'M0 -56V-48' : 'M0 -56V-52'}
            transform={`rotate(${mark * 15})`}
            className="stroke-line-strong"
            strokeWidth={mark % 6 === 0 ? 2 : 1}
          />
        ))}
        {(['N', 'E', 'S', 'W'] as const).map((point, quarter) => (
          <text
            key={point}
            transform={`rotate(${quarter * 90}) translate(0 -40)`}
            textAnchor="middle"
            fontSize={10}
            fontWeight={700}
            className={point === 'N' ? 'fill-ochre' : 'fill-muted'}
          >
            {point}
          </text>
        ))}
      </g>
      <g className={spin} style={{ transform: `rotate(${arrow}deg)` }}>
        <path d="M0 -33 17 21 0 12 -17 21Z" className="fill-leaf" />
      </g>
    </svg>
  )
}

interface GuidedProps {
  park: Target
  guidance: Guidance
  unit: DistanceUnit
}

function Arrived({ park }: Pick<GuidedProps, 'park'>) {
  return (
    <div className="grid justify-items-center gap-1 py-6">
      <PawIcon size={72} className="text-ochre" />
      <p className="text-xxl font-extrabold text-leaf-deep">{T.arrived}</p>
      <p className="text-muted">{park.outline ? T.arrivedInside : T.arrivedBody}</p>
    </div>
  )
}

/** The arrow to the park, how far it is, and where that is seen from the user. */
function OnTheWay({ park, guidance, unit }: GuidedProps) {
  const { turn, heading, point, side, metres } = guidance
  return (
    <>
      <Dial turn={turn} north={heading === null ? 0 : -heading} label={T.arrow(side ? SIDES[side] : point)} />
      <p className="text-xxl font-extrabold text-leaf-deep tabular-nums">
        {T.compassAway(distanceText(metres, unit))}
      </p>
      <p className="font-semibold">
        {T.compassHead(point)}
        {side && `, ${SIDES[side]}`}
      </p>
      {side === null && <p className="text-s text-muted">{T.compassNoHeading}</p>}
      {park.approximate && <p className="text-s text-muted">{T.compassNear}</p>}
    </>
  )
}

/** Guides the user to the park without a connection: an arrow from position and heading, and the distance. */
export function Compass({ park, unit }: { park: Target; unit: DistanceUnit }) {
  const [on, setOn] = useState(false)
  const { fix, facing, error } = useCompass(on)
  const guidance = fix && guide(fix, park, facing)
  const arrived = guidance?.arrived === true
  const section = useRef<HTMLElement>(null)
  const shown = on && guidance !== null
  useEffect(() => {
    // The dial appears below what was on the screen.
    if (shown) scrollSmoothly(section.current)
  }, [shown])
  useEffect(() => {
    // The phone may be in a pocket.
    if (arrived) navigator.vibrate?.(200)
  }, [arrived])
  return (
    <section
      ref={section}
      className="card grid scroll-mt-20 gap-3 p-5 print:hidden"
      aria-labelledby="compass"
    >
      <h2 id="compass" className="text-l">
        {T.compassTitle}
      </h2>
      {!on && <p className="text-muted">{park.approximate ? T.compassNearBody : T.compassBody}</p>}
      {on && error && (
        <p role="alert" className="rounded-control bg-closed-wash p-3">
          {error}
        </p>
      )}
      {on && !error && !guidance && (
        <p aria-busy="true" className="text-muted">
          {T.compassWaiting}
        </p>
      )}
      {on && guidance && fix && (
        <div
          data-compass={arrived ? 'arrived' : 'on'}
          className="grid justify-items-center gap-2 text-center"
        >
          {arrived ? <Arrived park={park} /> : <OnTheWay park={park} guidance={guidance} unit={unit} />}
          <p className="text-s text-muted">{T.compassAccuracy(Math.round(fix.accuracy))}</p>
        </div>
      )}
      {/* One button, which keeps the focus when its action changes. */}
      <Button
        look={on ? 'quiet' : 'outline'}
        onClick={() => {
          if (!on) void requestOrientation()
          setOn(!on)
        }}
      >
        {on ? T.compassStop : T.compassStart}
      </Button>
      <StatusLine text={arrived ? T.arrived : ''} />
    </section>
  )
}
