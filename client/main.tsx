import './queries/start-worker.ts'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode, useEffect, useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { DataProvider } from './queries/index.ts'
import { createAppRouter } from './router.tsx'
import { watchPrerendered } from './ui/written.ts'
import './styles/app.css'

const place = document.getElementById('root')!
const drawn = watchPrerendered(place)

function App({ router }: { router: ReturnType<typeof createAppRouter> }) {
  const listening = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    listening.current = drawn()
  }, [])
  // After the effects of all that is drawn below: who presses a button that speaks to the page is heard.
  useEffect(() => listening.current?.(), [])
  return (
    <DataProvider>
      <RouterProvider router={router} />
    </DataProvider>
  )
}

/** What a person does meanwhile goes first. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

/**
 * The screen that was written into the document stands until the app's own is there as a whole, and takes its place. All that leads there is done in
 * short pieces.
 */
async function start(): Promise<void> {
  await pause()
  const router = createAppRouter()
  const root = createRoot(place)
  await pause()
  // Where a screen cannot be had, the router draws what says so.
  await router.load().catch(() => undefined)
  startTransition(() =>
    root.render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  )
}
void start()
