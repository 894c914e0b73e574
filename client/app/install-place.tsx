import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useObservable } from '../platform/use-observable.ts'
import { installOffer, watchForInstall } from '../platform/install.ts'

const InstallCard = lazy(() => import('./install-offer.tsx'))

/** Shows the offer to install the app once the conditions of `watchForInstall` are met. */
export function InstallPlace() {
  const router = useRouter()
  useEffect(
    () =>
      watchForInstall((moved) =>
        router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
          if (pathChanged && fromLocation) moved()
        }),
      ),
    [router],
  )
  const offer = useObservable(installOffer)
  return (
    offer && (
      <Suspense>
        <InstallCard offer={offer} />
      </Suspense>
    )
  )
}
