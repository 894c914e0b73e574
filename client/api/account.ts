import * as z from 'zod/mini'
import { Account, Dog, LinkedProvider, SignedInDevice } from '../../data/model/account.ts'
import type {
  DogFields,
  LoginBody,
  PasswordChange,
  ProfileChange,
  Provider,
  RegisterBody,
} from '../../data/model/account.ts'
import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import { ApiError } from './error.ts'
import { read, write } from './request.ts'
import { isSignOutPending, clearPendingSignOut } from '../queries/leaving.ts'

// The calls of accounts (specification 17.7 to 17.10). Errors are those of client/api/request.ts.

/** Held by every tab that asks who is signed in, and alone by the one that changes who is, or under what id. */
const SESSION_LOCK = `${STORAGE_PREFIX}-session`

const underSessionLock = <T>(options: LockOptions, work: () => Promise<T>): Promise<T> =>
  navigator.locks === undefined
    ? work()
    : (navigator.locks.request(SESSION_LOCK, options, work) as Promise<T>)
/** For calls by which the browser gets another cookie: one of them at a time, so that the last one asked for is the last one answered. */
const alone = <T>(work: () => Promise<T>): Promise<T> => underSessionLock({ mode: 'exclusive' }, work)
/** Another session is begun, or none: the one of before has ended. */
const anew = <T>(work: () => Promise<T>): Promise<T> =>
  alone(async () => {
    const answer = await work()
    clearPendingSignOut()
    return answer
  })

/** `GET /api/user`: `null` when nobody is signed in. Never asks by the id of a session that a tab of this browser is about to replace. */
export async function fetchUser(signal: AbortSignal): Promise<Account | null> {
  try {
    return await underSessionLock(
      { mode: 'shared', signal },
      async () => (await read('/api/user', Account, signal)).data,
    )
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

const sent = async <T>(
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body: object,
  schema: z.ZodMiniType<T>,
): Promise<T> => (await write(method, path, body, schema)) as T
const done = async (method: 'POST' | 'DELETE', path: string, body?: object): Promise<void> =>
  void (await write(method, path, body, null))

export const login = (body: LoginBody) => anew(() => sent('POST', '/api/login', body, Account))
export const register = (body: RegisterBody) => anew(() => sent('POST', '/api/register', body, Account))
export const logout = () => anew(() => done('POST', '/api/logout'))
/** Ends the session that somebody left without a network, unless a tab has begun another one meanwhile. */
export const endPendingSession = () =>
  anew(async () => (isSignOutPending() ? done('POST', '/api/logout') : undefined))

export const fetchProfile = async (signal: AbortSignal) => (await read('/api/profile', Account, signal)).data
export const changeProfile = (change: ProfileChange) => sent('PATCH', '/api/profile', change, Account)
/** The session goes on under another id, which this browser has when the answer is there. */
export const changePassword = (change: PasswordChange) =>
  alone(() => done('POST', '/api/profile/password', change))
export const deleteAccount = (currentPassword: string | undefined) =>
  done('POST', '/api/profile/delete', currentPassword === undefined ? {} : { currentPassword })

export const fetchDogs = async (signal: AbortSignal) =>
  (await read('/api/profile/dogs', z.array(Dog), signal)).data
export const addDog = (dog: DogFields) => sent('POST', '/api/profile/dogs', dog, Dog)
export const changeDog = (id: number, dog: DogFields) => sent('PUT', `/api/profile/dogs/${id}`, dog, Dog)
export const removeDog = (id: number) => done('DELETE', `/api/profile/dogs/${id}`)

export const fetchProviders = async (signal: AbortSignal) =>
  (await read('/api/profile/providers', z.array(LinkedProvider), signal)).data
/** @returns the address of the provider, where the person says yes */
export const connectProvider = async (
  provider: Provider,
  currentPassword: string | undefined,
): Promise<string> =>
  (
    await sent(
      'POST',
      `/api/profile/providers/${provider}`,
      currentPassword === undefined ? {} : { currentPassword },
      z.object({ url: z.string() }),
    )
  ).url
export const disconnectProvider = (provider: Provider) => done('DELETE', `/api/profile/providers/${provider}`)

export const fetchDevices = async (signal: AbortSignal) =>
  (await read('/api/profile/devices', z.array(SignedInDevice), signal)).data
export const signOutDevice = (id: string) => done('DELETE', `/api/profile/devices/${id}`)
export const signOutOtherDevices = () => done('DELETE', '/api/profile/devices')
