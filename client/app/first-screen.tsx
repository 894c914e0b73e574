import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { createFirstScreens } from '../first-screen/render.tsx'
import { DataProvider } from './provider.tsx'
import { createAppRouter } from './router.tsx'

/** The module that the server and the build render first screens with. */
export const { firstScreen, firstRequest } = createFirstScreens(async (path, answers) => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  return (
    <DataProvider answers={answers}>
      <RouterProvider router={router} />
    </DataProvider>
  )
})
