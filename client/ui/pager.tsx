import { Select } from './field.tsx'
import { ChevronLeft, ChevronRight } from './icons.tsx'
import { pageItems } from './pagination.ts'
import { UI_TEXTS } from './texts.ts'

export interface PagerProps {
  page: number
  size: number
  total: number
  onPage(page: number): void
  onSize(size: number): void
  /** Page sizes to choose from, smallest first. */
  sizes: readonly [number, ...number[]]
  /** Label of the choice of page size. */
  sizeLabel: string
}

/**
 * Sized so that the pager fits one line on small screens. On the smallest, the previous and next buttons are
 * hidden.
 */
const PAGE_BUTTON =
  'inline-grid min-h-tap min-w-tap @max-md:min-w-11 place-items-center rounded-control border-control px-1 font-semibold'
const STEP_BUTTON = `${PAGE_BUTTON} border-transparent bg-transparent text-leaf not-disabled:hover:bg-leaf-wash disabled:text-line-strong`

export function Pager({ page, size, total, onPage, onSize, sizes, sizeLabel }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / size))
  return (
    <div className="@container mt-5 flex flex-wrap items-end justify-between gap-x-5 gap-y-4">
      {pages > 1 && (
        <nav aria-label={UI_TEXTS.pages.label} className="max-w-full">
          <ul className="-mx-1 flex flex-wrap items-center">
            <li className="@max-xs:hidden">
              <button
                type="button"
                className={STEP_BUTTON}
                aria-label={UI_TEXTS.pages.previous}
                disabled={page <= 1}
                onClick={() => onPage(page - 1)}
              >
                <ChevronLeft />
              </button>
            </li>
            {pageItems(page, pages).map((item) => (
              <li key={item}>
                {typeof item === 'number' ? (
                  <button
                    type="button"
                    aria-label={UI_TEXTS.pages.page(item)}
                    onClick={() => onPage(item)}
                    aria-current={item === page ? 'page' : undefined}
                    className={`${PAGE_BUTTON} ${item === page ? 'border-leaf bg-leaf text-on-leaf' : 'border-transparent bg-transparent text-leaf hover:bg-leaf-wash'}`}
                  >
                    {item}
                  </button>
                ) : (
                  <span
                    aria-hidden="true"
                    className="inline-grid min-h-tap w-6 @max-md:w-2.5 place-items-center text-muted"
                  >
                    …
                  </span>
                )}
              </li>
            ))}
            <li className="@max-xs:hidden">
              <button
                type="button"
                className={STEP_BUTTON}
                aria-label={UI_TEXTS.pages.next}
                disabled={page >= pages}
                onClick={() => onPage(page + 1)}
              >
                <ChevronRight />
              </button>
            </li>
          </ul>
        </nav>
      )}
      {total > sizes[0] && (
        <Select
          label={sizeLabel}
          value={size}
          onChange={(event) => onSize(Number(event.target.value))}
          className="w-36"
        >
          {sizes.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </Select>
      )}
    </div>
  )
}
