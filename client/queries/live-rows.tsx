import { useEffect } from 'react'
import type { ReactNode } from 'react'
import type { PersonalStore } from '../store/personal-store.ts'
import { useDataServices } from './context.ts'
import { NO_ROWS } from './personal-rows.ts'
import type { LiveRowsProps, PersonalRows, RowsName } from './personal-rows.ts'
import { useObservable } from '../platform/use-observable.ts'
import { useStored } from './use-stored.ts'

const READ: { [N in RowsName]: (store: PersonalStore) => Promise<PersonalRows[N]> } = {
  favourites: async (store) => new Set(await store.favourites()),
  localFavourites: (store) => store.localFavourites(),
  outbox: (store) => store.outbox(),
  searches: (store) => store.searches(),
  profile: (store) => store.profile(),
}

interface RowsOfStoreProps<N extends RowsName> extends LiveRowsProps<N> {
  store: PersonalStore
}

function RowsOnDevice<N extends RowsName>({ store, name, onRead }: RowsOfStoreProps<N>): null {
  const value = useStored(() => READ[name](store), NO_ROWS[name], [store, name])
  useEffect(() => {
    if (value !== undefined) onRead(value)
  }, [value, onRead])
  return null
}

/** Without IndexedDB, Dexie runs no live queries. */
function RowsInMemory<N extends RowsName>({ store, name, onRead }: RowsOfStoreProps<N>): null {
  useEffect(() => {
    const read = () => void READ[name](store).then(onRead)
    read()
    return store.onMemoryChange(read)
  }, [store, name, onRead])
  return null
}

/** Opens the store and passes on one kind of its rows, now and after each change. Shows nothing. */
export function LiveRows<N extends RowsName>({ name, onRead }: LiveRowsProps<N>): ReactNode {
  const { personal } = useDataServices()
  const { store } = useObservable(personal.status)
  useEffect(() => {
    // A failure is in the status; the next use of the store opens it again.
    personal.store().catch(() => undefined)
  }, [personal])
  useEffect(() => {
    if (store === null) onRead(NO_ROWS[name])
  }, [store, name, onRead])
  if (!store) return null
  const Rows = store.storage === 'device' ? RowsOnDevice : RowsInMemory
  return <Rows store={store} name={name} onRead={onRead} />
}
