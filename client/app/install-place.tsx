import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useObservable } from '../platform/use-observable.ts'
import { installOffer, watchForInstall } from '../platform/install.ts'
import { loadedLater } from '../ui/loaded-later.tsx'

const InstallCard = loadedLater(() => import('./install-offer.tsx'))

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
  return offer && <InstallCard offer={offer} />
}
