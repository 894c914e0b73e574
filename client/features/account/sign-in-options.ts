import { queryOptions, useQuery } from '@tanstack/react-query'
import type { SignInOptions } from '../../../data/model/account.ts'
import { fetchSignInOptions } from '../../api/account.ts'

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => fetchSignInOptions(signal),
})

/** What the server offers for signing in; `undefined` until it has answered. */
export const useSignInOptions = (): SignInOptions | undefined => useQuery(signInOptionsQuery).data
