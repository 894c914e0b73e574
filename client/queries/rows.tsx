import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'
import type { ComponentType, Context, ReactNode } from 'react'
import { NO_ROWS } from './personal-rows.ts'
import type { LiveRowsProps, PersonalRows, RowsName } from './personal-rows.ts'

interface ReadRows<T> {
  value: T
  /** Whether it has been read. */
  ready: boolean
}

interface RowsSource<T> extends ReadRows<T> {
  /** Reads the rows until the returned function is called. */
  read(): () => void
}

const createRowsContext = <T,>(value: T): Context<RowsSource<T>> =>
  createContext<RowsSource<T>>({ value, ready: false, read: () => () => undefined })

const CONTEXTS: { [N in RowsName]: Context<RowsSource<PersonalRows[N]>> } = {
  favourites: createRowsContext(NO_ROWS.favourites),
  localFavourites: createRowsContext(NO_ROWS.localFavourites),
  outbox: createRowsContext(NO_ROWS.outbox),
  searches: createRowsContext(NO_ROWS.searches),
  profile: createRowsContext(NO_ROWS.profile),
}

/**
 * Reads one kind of rows once for all components that use it. Dexie and its hook are loaded for the first of
 * them, after the first paint, and again for the next one if that failed.
 */
function RowsProvider<N extends RowsName>({ name, children }: { name: N; children: ReactNode }) {
  const [rows, setRows] = useState<ReadRows<PersonalRows[N]>>({ value: NO_ROWS[name], ready: false })
  const [readers, setReaders] = useState(0)
  const [LiveRows, setLiveRows] = useState<ComponentType<LiveRowsProps<N>> | null>(null)
  const wanted = readers > 0
  const read = useCallback(() => {
    setReaders((count) => count + 1)
    return () => setReaders((count) => count - 1)
  }, [])
  const onRead = useCallback((value: PersonalRows[N]) => setRows({ value, ready: true }), [])
  useEffect(() => {
    if (!wanted) return
    import('./live-rows.tsx').then(
      (module) => setLiveRows(() => module.LiveRows),
      () => onRead(NO_ROWS[name]),
    )
  }, [wanted, name, onRead])
  const source = useMemo(() => ({ ...rows, read }), [rows, read])
  const Rows: Context<RowsSource<PersonalRows[N]>> = CONTEXTS[name]
  return (
    <Rows value={source}>
      {children}
      {wanted && LiveRows && <LiveRows name={name} onRead={onRead} />}
    </Rows>
  )
}

/** Provides what {@link useRows} reads. */
export function PersonalRowsProvider({ children }: { children: ReactNode }): ReactNode {
  const names = Object.keys(CONTEXTS) as RowsName[]
  return names.reduce(
    (inner, name) => (
      <RowsProvider key={name} name={name}>
        {inner}
      </RowsProvider>
    ),
    children,
  )
}

/**
 * Rows of the current user on this device, read again after each change in any tab.
 * @param wanted `false` if the value is not used now: the store is then not opened for it
 */
export function useRows<N extends RowsName>(name: N, wanted = true): ReadRows<PersonalRows[N]> {
  const Rows: Context<RowsSource<PersonalRows[N]>> = CONTEXTS[name]
  const { read, ...rows } = use(Rows)
  useEffect(() => (wanted ? read() : undefined), [wanted, read])
  return rows
}
