/** Processor time of this thread, in milliseconds. Other processes do not add to it. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * The most processor time in milliseconds that `work` takes between two turns of the event loop: for so long
 * other requests wait on a machine that does nothing else.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = processorTime()
  const ticking = setInterval(() => {
    const now = processorTime()
    longest = Math.max(longest, now - last)
    last = now
  }, 2)
  await work()
  await new Promise((resolve) => setTimeout(resolve, 5))
  clearInterval(ticking)
  return longest
}

/**
 * The limit in tests, in milliseconds. The goal of 50 ms is measured by `npm run verify:cost`; this is twenty
 * times that, for slow machines.
 */
export const BLOCK_LIMIT_MS = 1_000
