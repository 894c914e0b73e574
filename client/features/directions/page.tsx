import { useParams } from '@tanstack/react-router'
import { readParkId } from '../../../data/screens/park-id.ts'
import './print.css'
import { DirectionsPanel } from './panel.tsx'
import { DIRECTIONS_TEXTS as T } from './texts.ts'
import { usePark } from '../../queries/index.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ArrowLeft } from '../../ui/page-icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { formatAddress } from '../../parks/park-card.tsx'
import { PAGE_TEXTS } from '../../parks/page-texts.ts'
import { useParkTitle } from '../../parks/park-title.ts'
import { sentenceOf } from '../../platform/explained-error.ts'
import { UI_TEXTS } from '../../ui/texts.ts'
import { useTitle } from '../../platform/title.ts'
import { PageTitle } from '../../ui/page-title.tsx'

function Missing({ successor }: { successor: number | null }) {
  useTitle(PAGE_TEXTS.missingTitle)
  return (
    <Panel level={1} title={PAGE_TEXTS.missingTitle}>
      <p>{PAGE_TEXTS.missingBody}</p>
      {successor === null ? (
        <ButtonLink to="/">{T.findParks}</ButtonLink>
      ) : (
        <ButtonLink to="/directions/$id" params={{ id: String(successor) }}>
          {PAGE_TEXTS.successor}
        </ButtonLink>
      )}
    </Panel>
  )
}

function ToPark({ id }: { id: number }) {
  const read = usePark(id)
  const { status, park, successor, error, retry } = read
  useParkTitle(read, park ? T.title(park.name) : undefined)
  if (status === 'missing') return <Missing successor={successor} />
  if (park) {
    return (
      <>
        <ButtonLink to="/park/$id" params={{ id: String(id) }} look="quiet" className="-ml-2 print:hidden">
          <ArrowLeft size={20} /> {T.back}
        </ButtonLink>
        <PageTitle className="print:hidden">{T.title(park.name)}</PageTitle>
        <p className="mb-4 text-muted print:hidden">
          {[formatAddress(park), park.state, park.postal_code].filter(Boolean).join(' ')}
        </p>
        <DirectionsPanel park={park} />
      </>
    )
  }
  if (status === 'loading') {
    return (
      <div aria-busy="true" className="grid gap-3">
        <output className="sr-only">{PAGE_TEXTS.loading}</output>
        <div className="skeleton mt-3 h-8 w-40" />
        <div className="skeleton h-10 w-3/4" />
        <div className="skeleton h-80 max-w-sm" />
      </div>
    )
  }
  return (
    <Panel level={1} title={PAGE_TEXTS.errorTitle} tone="error">
      <p>{error && sentenceOf(error)}</p>
      <Button onClick={retry}>{UI_TEXTS.tryAgain}</Button>
    </Panel>
  )
}

export default function DirectionsPage() {
  const id = readParkId(useParams({ from: '/directions/$id' }).id)
  return (
    <div className="wrap pt-3 pb-10 print:p-0">
      {id === undefined ? <Missing successor={null} /> : <ToPark key={id} id={id} />}
    </div>
  )
}
