import { stat } from 'node:fs/promises'

/** A file that may appear, disappear or be replaced while the server runs. */
export interface Replaceable<T> {
  /** What the file contains now, or `undefined` if there is none. */
  current(): Promise<T | undefined>
  close(): Promise<void>
}

/** Milliseconds after which the file's time is compared again. */
const CHECK_EVERY_MS = 1_000
/** Milliseconds that a replaced file stays open for the requests that read it. */
const CLOSE_AFTER_MS = 30_000

/**
 * Opens a file when it is first needed, and again after it was replaced. A file that cannot be used counts as
 * absent.
 * @param onError called once for each such file
 */
export function openReplaceable<T extends { close(): Promise<void> }>(
  path: string,
  openFile: (path: string) => Promise<T>,
  onError: (error: unknown) => void,
): Replaceable<T> {
  let identity: string | undefined
  /** The last file that could not be used. */
  let reported: string | undefined
  let opened: T | undefined
  let checkedAt = -Infinity
  let checking: Promise<void> | undefined
  const closing = new Set<NodeJS.Timeout>()
  const replaced = new Set<T>()

  const retire = (old: T) => {
    replaced.add(old)
    const timer = setTimeout(() => {
      closing.delete(timer)
      replaced.delete(old)
      void old.close().catch(() => undefined)
    }, CLOSE_AFTER_MS)
    timer.unref()
    closing.add(timer)
  }
  const check = async () => {
    const found = await stat(path).catch(() => undefined)
    const now = found && `${found.ino} ${found.size} ${found.mtimeMs}`
    if (now === identity) return
    identity = now
    const old = opened
    opened = undefined
    if (now !== undefined)
      try {
        opened = await openFile(path)
      } catch (error) {
        // It is tried again: a correction of its permissions, for example, is no change of the file.
        identity = undefined
        if (now !== reported) onError(error)
        reported = now
      }
    if (old) retire(old)
  }
  return {
    async current() {
      if (checking === undefined && performance.now() - checkedAt >= CHECK_EVERY_MS) {
        checking = check().finally(() => {
          checkedAt = performance.now()
          checking = undefined
        })
      }
      await checking
      return opened
    },
    async close() {
      await checking
      for (const timer of closing) clearTimeout(timer)
      await Promise.all([...replaced, ...(opened ? [opened] : [])].map((one) => one.close()))
    },
  }
}
