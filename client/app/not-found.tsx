import { ButtonLink } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { APP_TEXTS } from './texts.ts'
import { useTitle } from '../platform/title.ts'

export default function NotFound() {
  useTitle(APP_TEXTS.notFound.title)
  return (
    <div className="wrap py-8 md:py-12">
      <Panel level={1} title={APP_TEXTS.notFound.title}>
        <p>{APP_TEXTS.notFound.body}</p>
        <p className="text-muted">{APP_TEXTS.notFound.hint}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/">{APP_TEXTS.notFound.home}</ButtonLink>
          <ButtonLink to="/state" look="outline">
            {APP_TEXTS.notFound.browse}
          </ButtonLink>
        </div>
      </Panel>
    </div>
  )
}
