import '../queries/start-worker.ts'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { TakeOver, watchPrerendered } from '../first-screen/index.ts'
import { nextTask } from '../platform/idle.ts'
import { askFirst, DataProvider } from './provider.tsx'
import { createAppRouter } from './router.tsx'
import './styles/app.css'

const container = document.getElementById('root')!
const prerendered = watchPrerendered(container)

/** Start-up is split into short tasks. */
async function start(): Promise<void> {
  await nextTask()
  const router = createAppRouter()
  // The router listens once it is rendered. Until then, Back would change the address and not the screen.
  const stopListening = router.history.subscribe(() => void router.load().catch(() => undefined))
  const from = {
    replaced: prerendered.replaced,
    appListens() {
      stopListening()
      prerendered.appListens()
    },
  }
  const root = createRoot(container)
  const answer = askFirst(router.latestLocation)
  await nextTask()
  // If a route fails to load, the router renders its error component.
  await router.load().catch(() => undefined)
  await answer
  startTransition(() =>
    root.render(
      <StrictMode>
        <TakeOver from={from}>
          <DataProvider>
            <RouterProvider router={router} />
          </DataProvider>
        </TakeOver>
      </StrictMode>,
    ),
  )
}
void start()
