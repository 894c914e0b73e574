import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { readParkId } from '../../../data/screens/park-id.ts'
import { useConnection, usePark } from '../../queries/index.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ParkDetail, ParkDetailSkeleton, type ParkDetailProps } from './park-detail.tsx'
import { PAGE_TEXTS } from '../../parks/page-texts.ts'
import { useParkTitle } from '../../parks/park-title.ts'
import { PARK_PAGE_TEXTS } from './texts.ts'
import { UI_TEXTS } from '../../ui/texts.ts'
import { useTitle } from '../../platform/title.ts'

function Missing({ successor }: { successor: number | null }) {
  useTitle(PAGE_TEXTS.missingTitle)
  return (
    <Panel level={1} title={PAGE_TEXTS.missingTitle}>
      <p>{PAGE_TEXTS.missingBody}</p>
      <div className="flex flex-wrap gap-3">
        {successor !== null && (
          <ButtonLink to="/park/$id" params={{ id: String(successor) }}>
            {PAGE_TEXTS.successor}
          </ButtonLink>
        )}
        {window.history.length > 1 ? (
          <Button
            look={successor === null ? 'solid' : 'outline'}
            data-back=""
            onClick={() => window.history.back()}
          >
            {PARK_PAGE_TEXTS.goBack}
          </Button>
        ) : (
          <ButtonLink to="/" look={successor === null ? 'solid' : 'outline'}>
            {PARK_PAGE_TEXTS.goBack}
          </ButtonLink>
        )}
      </div>
    </Panel>
  )
}

/** What other features add to the page. */
interface ParkPageParts extends Pick<ParkDetailProps, 'Directions'> {
  /** The form for reporting what is wrong about the park. `isGone`: it is only shown if it is open already. */
  Report: ComponentType<{ parkId: number; isGone: boolean }>
}

function KnownPark({ id, Directions, Report }: { id: number } & ParkPageParts) {
  const read = usePark(id)
  const { status, park, successor, error, retry } = read
  const { online } = useConnection()
  useParkTitle(read, park?.name)
  if (park || status === 'missing')
    return (
      <>
        {park ? <ParkDetail park={park} Directions={Directions} /> : <Missing successor={successor} />}
        {/* The same element if the park is removed meanwhile, so that what is typed stays. */}
        <Report parkId={id} isGone={!park} />
      </>
    )
  if (status === 'loading') return <ParkDetailSkeleton />
  return (
    <Panel level={1} title={PAGE_TEXTS.errorTitle} tone="error">
      <p>{online ? error?.message : PARK_PAGE_TEXTS.notHere}</p>
      <Button onClick={retry} disabled={!online}>
        {UI_TEXTS.tryAgain}
      </Button>
    </Panel>
  )
}

export function ParkPage(parts: ParkPageParts) {
  const id = readParkId(useParams({ from: '/park/$id' }).id)
  return (
    <div className="wrap pt-3 pb-10">
      {id === undefined ? <Missing successor={null} /> : <KnownPark key={id} id={id} {...parts} />}
    </div>
  )
}
