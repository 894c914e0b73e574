import { useRouterState } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PAGE_TEXTS } from '../../parks/page-texts.ts'
import { loadedOnPress } from '../../ui/loaded-later.tsx'

const ReportForm = loadedOnPress(
  () => import('./report-form.tsx'),
  <div className="skeleton h-72 w-full" aria-busy="true" />,
)

/** Button below the park page that opens the report form. `isGone`: there is no park to report any more. */
export function SomethingWrong({ parkId, isGone }: { parkId: number; isGone: boolean }) {
  // From the outbox, to correct a refused report.
  const refused = useRouterState({ select: ({ location }) => location.state.refused })
  const [open, setOpen] = useState(refused !== undefined)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  if (isGone && !open) return null
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <Button ref={button} look="outline" aria-expanded={open} onClick={() => setOpen(!open)}>
        {PAGE_TEXTS.somethingWrong}
      </Button>
      {open && <ReportForm parkId={parkId} onClose={close} />}
    </div>
  )
}
