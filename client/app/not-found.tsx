import { ButtonLink } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { NOT_FOUND_TEXTS } from './not-found-texts.ts'
import { useTitle } from '../platform/title.ts'

export default function NotFound() {
  useTitle(NOT_FOUND_TEXTS.title)
  return (
    <div className="wrap py-8 md:py-12">
      <Panel level={1} title={NOT_FOUND_TEXTS.title}>
        <p>{NOT_FOUND_TEXTS.body}</p>
        <p className="text-muted">{NOT_FOUND_TEXTS.hint}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/">{NOT_FOUND_TEXTS.home}</ButtonLink>
          <ButtonLink to="/state" look="outline">
            {NOT_FOUND_TEXTS.browse}
          </ButtonLink>
        </div>
      </Panel>
    </div>
  )
}
