import type { InstallOffer } from '../platform/install.ts'
import { Button } from '../ui/button.tsx'
import { INSTALL_TEXTS as T } from './install-texts.ts'

/**
 * Offers to install the app. It is at the bottom of the screen and does not take the focus. Not while a notice is there.
 */
export default function InstallCard({
  offer: { way, accept, decline },
}: {
  offer: NonNullable<InstallOffer>
}) {
  return (
    <section
      aria-labelledby="install-offer"
      className="fixed inset-x-4 bottom-above-bar z-20 mx-auto grid max-w-md gap-3 [[data-unsent]_&]:hidden rounded-card border border-line bg-surface p-4 shadow-lifted md:right-auto md:bottom-6 print:hidden"
    >
      <h2 id="install-offer" className="text-l">
        {T.title}
      </h2>
      <p>{way === 'prompt' ? T.body : T.apple}</p>
      <div className="flex flex-wrap gap-2">
        {way === 'prompt' && <Button onClick={accept}>{T.install}</Button>}
        <Button look="outline" onClick={decline}>
          {way === 'prompt' ? T.notNow : T.understood}
        </Button>
      </div>
    </section>
  )
}
