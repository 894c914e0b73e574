import { Link } from '@tanstack/react-router'
import { focusResults } from './focus-results.ts'

/** Links that search for big cities. */
export function CityChips({ label, cities }: { label: string; cities: readonly string[] }) {
  return (
    <div className="grid gap-2">
      <p className="text-muted">{label}</p>
      <ul className="flex flex-wrap gap-2">
        {cities.map((city) => (
          <li key={city}>
            <Link
              to="/"
              search={{ q: city }}
              resetScroll={false}
              onClick={focusResults}
              className="inline-flex min-h-tap items-center rounded-full border-control border-leaf bg-surface px-5 font-semibold no-underline hover:bg-leaf-wash"
            >
              {city}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
