/** Whether the same request may succeed a little later: after 408, 429 and 5xx (specification 17.54). */
export const isTransientStatus = (status: number): boolean =>
  status === 408 || status === 429 || status >= 500
