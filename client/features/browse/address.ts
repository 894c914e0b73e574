/** Query parameters of `/state/{state}`. */
export interface RegionsAddress {
  /** The text that is searched for. */
  q?: string | undefined
  /** Lists the regions without parks too. */
  all?: true | undefined
}

export const readRegionsAddress = ({ q, all }: Record<string, unknown>): RegionsAddress => ({
  q: typeof q === 'string' ? q : undefined,
  all: all ? true : undefined,
})
