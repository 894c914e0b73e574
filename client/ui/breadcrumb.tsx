import type { ReactNode } from 'react'

const T = { breadcrumb: 'Breadcrumb' } as const

/** Links to the parent pages. The last step is the current page. */
export function Breadcrumb({ steps }: { steps: readonly { key: string; step: ReactNode }[] }) {
  return (
    <nav aria-label={T.breadcrumb} className="overflow-x-auto print:hidden">
      <ol className="flex flex-wrap items-center text-s">
        {steps.map(({ key, step }, index) => (
          <li
            key={key}
            className="flex items-center [&>a]:inline-flex [&>a]:min-h-11 [&>a]:min-w-11 [&>a]:items-center [&>a]:no-underline [&>a]:hover:underline"
          >
            {index === steps.length - 1 ? (
              <span aria-current="page" className="py-2 text-muted">
                {step}
              </span>
            ) : (
              step
            )}
            {/* After the step, so that a wrapped line never begins with a separator. */}
            {index < steps.length - 1 && (
              <span aria-hidden="true" className="px-2 text-line-strong">
                /
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
