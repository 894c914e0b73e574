import {
  AccountIcon,
  ClockIcon,
  FilterIcon,
  HeartIcon,
  LocateIcon,
  NoSignalIcon,
  PawIcon,
  PinIcon,
  SearchIcon,
  StarIcon,
} from '../ui/icons.tsx'
import { PhoneIcon } from '../ui/page-icons.tsx'
import { useTitle } from '../platform/title.ts'
import { PageTitle } from '../ui/page-title.tsx'

const T = {
  title: 'Paw Icons Demo',
  lead: 'The icons drawn for Offlead.',
  paws: 'Paws in five sizes',
  others: 'Other icons',
} as const
const COLOURS = ['text-leaf', 'text-ochre', 'text-ink', 'text-closed', 'text-bay-line'] as const
const SIZES = [16, 24, 32, 48, 72] as const
const OTHERS = [
  ['Search', SearchIcon],
  ['Locate', LocateIcon],
  ['Filter', FilterIcon],
  ['Heart', HeartIcon],
  ['Pin', PinIcon],
  ['Clock', ClockIcon],
  ['Star', StarIcon],
  ['Phone', PhoneIcon],
  ['No signal', NoSignalIcon],
  ['Account', AccountIcon],
] as const

export default function Icons() {
  useTitle(T.title)
  return (
    <div className="wrap stack gap-6 py-7 md:py-10">
      <div>
        <PageTitle>{T.title}</PageTitle>
        <p className="text-muted">{T.lead}</p>
      </div>
      <section className="card grid gap-4 p-5">
        <h2 className="text-l">{T.paws}</h2>
        {COLOURS.map((colour) => (
          <ul key={colour} className={`flex flex-wrap items-end gap-5 ${colour}`}>
            {SIZES.map((size) => (
              <li key={size} className="grid justify-items-center gap-1 text-s">
                <PawIcon size={size} /> {size}
              </li>
            ))}
          </ul>
        ))}
      </section>
      <section className="card grid gap-4 p-5">
        <h2 className="text-l">{T.others}</h2>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(7rem,100%),1fr))] gap-4">
          {OTHERS.map(([name, Icon]) => (
            <li
              key={name}
              className="grid justify-items-center gap-2 rounded-control border border-line p-4 text-s"
            >
              <Icon size={32} /> {name}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
