import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'

type Load<P> = () => Promise<{ default: ComponentType<P> }>

/** Milliseconds until code that did not arrive is requested again. */
const RETRY_MS = 10_000

/**
 * A part that the page shows as soon as its code has arrived, which is requested again and again until then. With
 * `lazy` alone, an error would replace the whole app until it is loaded again. A prerendered screen has none of these
 * parts.
 * @param fallback shown until the code is there
 */
export function loadedLater<P extends object>(load: Load<P>, fallback?: ReactNode): ComponentType<P> {
  if (typeof document === 'undefined') return () => null
  const request: Load<P> = () =>
    load().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      return request()
    })
  const Part = lazy(request) as unknown as ComponentType<P>
  return (props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  )
}

/** Instead of a part whose code did not arrive: closes it, so that the next press asks for it again. */
function Missing({ onClose }: { onClose(): void }) {
  useEffect(() => onClose())
  return null
}

/**
 * A part whose code is loaded when the user opens it. If the code does not arrive, nothing is shown, and it is requested
 * again the next time.
 * @param fallback shown until the code is there
 */
export function loadedOnPress<P extends { onClose(): void }>(
  load: Load<P>,
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
