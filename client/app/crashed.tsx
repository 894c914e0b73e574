import { useEffect } from 'react'
import { reloadForBrokenScreen } from '../platform/missing-code.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { CRASHED_TEXTS } from './crashed-texts.ts'
import { UI_TEXTS } from '../ui/texts.ts'

/**
 * Shown when a page throws. If its code is gone from the server after an update, the page reloads to get the
 * new version.
 */
export default function Crashed({ error }: { error: unknown }) {
  useEffect(() => reloadForBrokenScreen(error), [error])
  return (
    <div className="wrap py-8 md:py-12">
      <Panel level={1} title={CRASHED_TEXTS.title} tone="error">
        <p>{CRASHED_TEXTS.body}</p>
        <p className="text-s text-muted">{error instanceof Error ? error.message : String(error)}</p>
        <Button onClick={() => window.location.reload()}>{UI_TEXTS.refreshPage}</Button>
      </Panel>
    </div>
  )
}
