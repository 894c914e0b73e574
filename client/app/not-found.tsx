import { ButtonLink } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { TEXTS } from '../ui/texts.ts'
import { useTitle } from '../ui/title.ts'

export default function NotFound() {
  useTitle(TEXTS.notFound.title)
  return (
    <div className="wrap py-8 md:py-12">
      <Panel level={1} title={TEXTS.notFound.title}>
        <p>{TEXTS.notFound.body}</p>
        <p className="text-muted">{TEXTS.notFound.hint}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/">{TEXTS.notFound.home}</ButtonLink>
          <ButtonLink to="/state" look="outline">
            {TEXTS.notFound.browse}
          </ButtonLink>
        </div>
      </Panel>
    </div>
  )
}
