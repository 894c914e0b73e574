import './queries/start-worker.ts'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode, useEffect, useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { DataProvider } from './queries/index.ts'
import { createAppRouter } from './router.tsx'
import { watchWritten } from './ui/written.ts'
import './styles/app.css'

const router = createAppRouter()
const place = document.getElementById('root')!
const root = createRoot(place)
const drawn = watchWritten(place)

function App() {
  const listening = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    listening.current = drawn()
  }, [])
  // After the effects of all that is drawn below: who presses a button that speaks to the page is heard.
  useEffect(() => listening.current?.(), [])
  return <DataProvider><RouterProvider router={router} /></DataProvider>
}

// The screen that was written into the document stands until the app's own is there as a whole, and takes its place. It is drawn in short
// pieces: what a person does in between goes first.
const draw = () => startTransition(() => root.render(<StrictMode><App /></StrictMode>))
router.load().then(draw, draw)
