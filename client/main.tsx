import './queries/start-worker.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { DataProvider } from './queries/index.ts'
import { router } from './router.tsx'
import './styles/app.css'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <DataProvider><RouterProvider router={router} /></DataProvider>
  </StrictMode>,
)
