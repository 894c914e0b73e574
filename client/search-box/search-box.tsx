import { useId, useState, type FormEvent } from 'react'
import { QUERY_MAX_LENGTH } from '../../data/model/constants.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { useBusy } from '../platform/clock.ts'
import { TextInput } from '../ui/field.tsx'
import { LocateIcon, SearchIcon } from '../ui/icons.tsx'
import { useSuggestionList } from './suggestion-list.tsx'
import { SEARCH_BOX_TEXTS as T } from './texts.ts'

interface SearchBoxProps {
  onSearch(text: string): void
  onLocate(): void
}

/** The text of a search box and the function that sets it. */
export type TextState = readonly [text: string, setText: (text: string) => void]

/**
 * State of a search box. Blank text is not submitted, and a submission clears the box.
 * @param shared text that this box shares with another
 */
function useSearchText(onSearch: (text: string) => void, shared?: TextState) {
  const own = useState('')
  const [text, setText]: TextState = shared ?? own
  const blank = text.trim() === ''
  function searchFor(query: string) {
    onSearch(query.trim())
    setText('')
  }
  const { input, list, close } = useSuggestionList(text, searchFor, { recent: true })
  return {
    blank,
    list,
    input: {
      ...input,
      type: 'search',
      enterKeyHint: 'search',
      maxLength: QUERY_MAX_LENGTH,
      value: text,
      onChange: (event: { target: { value: string } }) => setText(event.target.value),
    } as const,
    submit(event: FormEvent) {
      event.preventDefault()
      if (blank) return
      close()
      searchFor(text)
    },
  }
}

/** The large search box of the landing banner. `busy`: a search is running. */
export function HeroSearchBox({ onSearch, onLocate, busy }: SearchBoxProps & { busy: boolean }) {
  const { blank, input, list, submit } = useSearchText(onSearch)
  const [locating, startLocating] = useBusy(2_000)
  const id = useId()
  return (
    <search>
      <form onSubmit={submit} className="grid grid-cols-1 gap-x-3 gap-y-2 md:max-w-[40rem]">
        <label htmlFor={id} className="sr-only">
          {T.hero.label}
        </label>
        <div className="relative flex flex-wrap rounded-control border-control border-line-strong bg-surface p-1 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus">
          <input
            id={id}
            {...input}
            placeholder={T.hero.placeholder}
            className="min-h-tap min-w-0 flex-[999_1_9rem] bg-transparent pr-2 pl-3 text-m text-ink outline-none"
          />
          <Button type="submit" disabled={blank} className="grow rounded-[9px] px-4 sm:grow-0">
            {busy ? T.hero.searching : T.hero.search}
          </Button>
          {list}
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-muted">{T.hero.or}</span>
          <Button
            look="outline"
            className="flex-1 sm:flex-none"
            aria-busy={locating}
            onClick={() => {
              startLocating()
              onLocate()
            }}
          >
            <LocateIcon size={22} /> {locating ? T.hero.locating : T.hero.myLocation}
          </Button>
        </div>
      </form>
    </search>
  )
}

/** The search box of the header. `stacked`: one control per line, for menus and side panels. */
export function HeaderSearchBox({
  onSearch,
  onLocate,
  stacked = false,
  words = T.header,
  text,
}: SearchBoxProps & {
  stacked?: boolean
  /** Text shared with another box. */
  text?: TextState
  /** Labels of the location button, idle and busy. */
  words?: { myLocation: string; locating: string }
}) {
  const { blank, input, list, submit } = useSearchText(onSearch, text)
  const [locating, startLocating] = useBusy(1_500, 200)
  return (
    <search>
      <form onSubmit={submit} className={stacked ? 'grid gap-2' : 'flex items-center gap-2'}>
        <div className={`relative ${stacked ? '' : 'w-[200px]'}`}>
          <TextInput
            {...input}
            aria-label={T.header.searchPlaceholder}
            placeholder={T.header.searchPlaceholder}
            className="w-full pr-11 pl-3 text-s"
          />
          <IconButton
            type="submit"
            label={T.hero.search}
            disabled={blank}
            className="absolute top-0 right-0 disabled:text-line-strong"
          >
            <SearchIcon size={20} />
          </IconButton>
          {list}
        </div>
        <span className={`text-s text-muted ${stacked ? 'text-center' : 'hidden lg:inline'}`}>
          {T.header.or}
        </span>
        <Button
          look={stacked ? 'outline' : 'quiet'}
          className={stacked ? '' : 'whitespace-nowrap text-s'}
          aria-busy={locating}
          onClick={() => {
            startLocating()
            onLocate()
          }}
        >
          <LocateIcon size={20} className={stacked ? '' : 'hidden lg:block'} />{' '}
          {locating ? words.locating : words.myLocation}
        </Button>
      </form>
    </search>
  )
}
