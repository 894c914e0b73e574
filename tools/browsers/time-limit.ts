/** A call did not end in time. */
class TimeLimit extends Error {
  override name = 'TimeLimit'
}

/**
 * The result of `work`, if it ends within the time limit in milliseconds.
 * @throws TimeLimit, or what `work` throws
 */
export async function within<T>(milliseconds: number, what: string, work: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new TimeLimit(`${what} did not end within ${(milliseconds / 1_000).toFixed(0)} s`)),
      milliseconds,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
