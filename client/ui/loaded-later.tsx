import { lazy, Suspense, useEffect, useState, type ComponentType, type LazyExoticComponent } from 'react'

/** Instead of a part whose code did not arrive: closes it, so that the next press asks for it again. */
function Missing({ onClose }: { onClose?(): void }) {
  useEffect(() => onClose?.())
  return null
}

/**
 * A part of a page whose code is loaded when the part is shown. If the code does not arrive, nothing is shown, and it is
 * requested again the next time: with `lazy` alone, an error would replace the whole app until it is loaded again.
 */
export function loadedLater<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const attempt = (): LazyExoticComponent<ComponentType<P>> =>
    lazy(() =>
      load().catch(() => {
        latest = attempt()
        return { default: Missing as ComponentType<P> }
      }),
    )
  let latest = attempt()
  return function Later(props) {
    const [Part] = useState(() => latest)
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}
