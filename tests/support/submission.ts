/** A submission of a park that does not exist, for tests of how it is sent. */
export const submission = (parkName: string) => ({
  parkName,
  address: '1 Quarry Road',
  suburb: 'Clifton Hill',
  postcode: '3068',
  state: 'VIC' as const,
  features: [],
})
