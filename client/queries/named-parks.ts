import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { NamedPark } from '../../data/model/placed-point.ts'
import { fetchNamedParks } from '../api/named-parks.ts'
import { useConnection } from './connection.ts'

/** How long nothing is typed before the server is asked. */
const TYPING_PAUSE_MS = 600
const MIN_NAME_LENGTH = 3
const NONE: NamedPark[] = []

/** Named parks like the one that is typed, from the server; none offline or while something is missing. */
export function useNamedParks({
  name,
  suburb,
  state,
  postcode,
}: {
  name: string
  suburb: string
  state: string
  postcode: string
}): NamedPark[] {
  const { online } = useConnection()
  const typed = `${name.trim()}\n${suburb.trim()}\n${state}\n${postcode.trim()}`
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const [askedName = '', askedSuburb = '', askedState = '', askedPostcode = ''] = settled.split('\n')
  const query = useQuery({
    queryKey: ['named-parks', settled] as const,
    enabled:
      online &&
      settled === typed &&
      askedName.length >= MIN_NAME_LENGTH &&
      askedSuburb !== '' &&
      askedState !== '',
    queryFn: ({ signal }) =>
      fetchNamedParks(
        { name: askedName, suburb: askedSuburb, state: askedState, postcode: askedPostcode },
        signal,
      ),
    retry: false,
    staleTime: Infinity,
  })
  return settled === typed ? (query.data ?? NONE) : NONE
}
