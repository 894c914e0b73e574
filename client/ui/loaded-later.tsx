import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'

/** Instead of a part whose code did not arrive: closes it, so that the next press asks for it again. */
function Missing({ onClose }: { onClose?(): void }) {
  useEffect(() => onClose?.())
  return null
}

/**
 * A part of a page whose code is loaded when the part is shown. If the code does not arrive, nothing is shown, and it is
 * requested again the next time: with `lazy` alone, an error would replace the whole app until it is loaded again.
 * @param fallback shown until the code is there
 */
export function loadedLater<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  fallback?: ReactNode,
): ComponentType<P> {
  let Latest: ComponentType<P>
  const request = () => {
    Latest = lazy(() =>
      load().catch(() => {
        request()
        return { default: Missing as ComponentType<P> }
      }),
    ) as unknown as ComponentType<P>
  }
  request()
  return function Later(props) {
    const [Part] = useState(() => Latest)
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    )
  }
}
