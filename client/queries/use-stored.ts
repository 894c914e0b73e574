import { useLiveQuery } from 'dexie-react-hooks'

/**
 * The database was closed, for example because another tab runs a newer version: the value stays as it is.
 */
const isClosed = (error: unknown) => error instanceof Error && error.name === 'DatabaseClosedError'

/**
 * A value from the database, read again after each change of its rows in any tab; `undefined` until it is
 * read. Only for code that is loaded with the store, because it brings Dexie.
 * @param read reads with Dexie only, and begins at once: Dexie does not see reads after another promise
 * @param fallback the value if it cannot be read
 * @param dependencies `read` and `fallback` are used again when one of them changes
 */
export const useStored = <T, F = T>(
  read: () => Promise<T>,
  fallback: F,
  dependencies: readonly unknown[],
): T | F | undefined =>
  useLiveQuery(
    // Dexie only tracks reads after the first `await` if the function is `async`.
    async () => {
      try {
        return await read()
      } catch (error) {
        if (isClosed(error)) throw error
        return fallback
      }
    },
    [...dependencies],
  )
