import { useParams } from '@tanstack/react-router'
import { ParkId } from '../../../data/model/park.ts'
import { useConnection, usePark } from '../../queries/index.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ParkDetail, ParkDetailSkeleton } from './park-detail.tsx'
import { TEXTS } from '../../ui/texts.ts'
import { useTitle } from '../../ui/title.ts'

function Missing({ successor }: { successor: number | null }) {
  useTitle(TEXTS.parkPage.missingTitle)
  return (
    <Panel level={1} title={TEXTS.parkPage.missingTitle}>
      <p>{TEXTS.parkPage.missingBody}</p>
      <div className="flex flex-wrap gap-3">
        {successor !== null && (
          <ButtonLink to="/park/$id" params={{ id: String(successor) }}>
            {TEXTS.parkPage.successor}
          </ButtonLink>
        )}
        {window.history.length > 1 ? (
          <Button look={successor === null ? 'solid' : 'outline'} onClick={() => window.history.back()}>
            {TEXTS.parkPage.goBack}
          </Button>
        ) : (
          <ButtonLink to="/" look={successor === null ? 'solid' : 'outline'}>
            {TEXTS.parkPage.goBack}
          </ButtonLink>
        )}
      </div>
    </Panel>
  )
}

function KnownPark({ id }: { id: number }) {
  const { status, park, successor, error, retry } = usePark(id)
  const { online } = useConnection()
  useTitle(park?.name)
  if (park) return <ParkDetail park={park} />
  if (status === 'missing') return <Missing successor={successor} />
  if (status === 'loading') return <ParkDetailSkeleton />
  return (
    <Panel level={1} title={TEXTS.parkPage.errorTitle} tone="error">
      <p>{online ? error?.message : TEXTS.parkPage.notHere}</p>
      <Button onClick={retry} disabled={!online}>
        {TEXTS.browse.tryAgain}
      </Button>
    </Panel>
  )
}

export default function ParkPage() {
  const id = ParkId.safeParse(Number(useParams({ from: '/park/$id' }).id))
  return (
    <div className="wrap pt-3 pb-10">
      {id.success ? <KnownPark key={id.data} id={id.data} /> : <Missing successor={null} />}
    </div>
  )
}
