/** Whether the browser is set to save data (Network Information API, not available in every browser). */
export function savesData(): boolean {
  const { connection } = navigator as typeof navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
