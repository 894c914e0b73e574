import '../queries/start-worker.ts'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode, useEffect, useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { DataProvider } from './provider.tsx'
import { createAppRouter } from './router.tsx'
import { watchPrerendered } from './prerendered.ts'
import './styles/app.css'

const container = document.getElementById('root')!
const replacePrerendered = watchPrerendered(container)

function App({ router }: { router: ReturnType<typeof createAppRouter> }) {
  const replayEvents = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    replayEvents.current = replacePrerendered()
  }, [])
  // Runs after the effects of all descendants, so that their event listeners exist.
  useEffect(() => replayEvents.current?.(), [])
  return (
    <DataProvider>
      <RouterProvider router={router} />
    </DataProvider>
  )
}

/** Lets the browser handle user input between two tasks. */
const yieldToMain = () => new Promise<void>((resolve) => setTimeout(resolve))

/**
 * Replaces the prerendered screen with the app's own once it is complete. Start-up is split into short tasks.
 */
async function start(): Promise<void> {
  await yieldToMain()
  const router = createAppRouter()
  const root = createRoot(container)
  await yieldToMain()
  // If a route fails to load, the router renders its error component.
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
