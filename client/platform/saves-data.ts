/** Whether the person has asked their browser to use little data (the Network Information API, which not every browser has). */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
