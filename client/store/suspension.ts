/** An IndexedDB transaction, as far as it is needed here. */
type Transaction = Pick<IDBTransaction, 'abort' | 'addEventListener'>

const running = new Set<Transaction>()
let isSuspended = false

/**
 * Begins a transaction that is aborted if the browser puts the page into its back/forward cache before it ends.
 * WebKit keeps the transactions of such a page open, and every page and worker that needs the same tables would
 * wait. In browsers with Background Sync nothing is aborted: they discard such a page instead, and the sync is
 * requested while the page is left.
 * @throws a DOMException AbortError if the page is in that cache, or what `begin` throws
 */
export function beginTransaction<T extends Transaction>(begin: () => T): T {
  if ('SyncManager' in globalThis) return begin()
  if (isSuspended) throw new DOMException('the page is not shown', 'AbortError')
  const transaction = begin()
  running.add(transaction)
  const ended = () => void running.delete(transaction)
  transaction.addEventListener('complete', ended)
  transaction.addEventListener('abort', ended)
  return transaction
}

// Workers and Node have no pages.
globalThis.addEventListener?.('pagehide', (event) => {
  isSuspended = (event as Event & { persisted: boolean }).persisted
  if (!isSuspended) return
  for (const transaction of running)
    try {
      transaction.abort()
    } catch {
      // It is being committed, which needs no page.
    }
})
globalThis.addEventListener?.('pageshow', () => (isSuspended = false))
