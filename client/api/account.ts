import * as z from 'zod/mini'
import { LinkedProvider, SignedInDevice, SignInOptions } from '../../data/model/account.ts'
import { Account, Dog } from '../../data/model/profile.ts'
import type {
  LoginBody,
  PasswordChange,
  PasswordReset,
  ProfileChange,
  Provider,
  RegisterBody,
} from '../../data/model/account.ts'
import type { DogFields } from '../../data/model/profile.ts'
import { REQUEST_TIMEOUT, STORAGE_PREFIX } from '../../data/model/constants.ts'
import { ApiError } from './error.ts'
import { afterLostReply } from './lost-reply.ts'
import { read } from './request.ts'
import { write } from './write.ts'
import { isTransient } from './retry.ts'
import { withLock } from '../store/lock.ts'
import { isSignOutPending, clearPendingSignOut } from '../platform/pending-sign-out.ts'

// API calls for accounts (specification 17.7 to 17.10). Errors: see client/api/request.ts.

/** Lock shared by tabs that ask who is signed in, and held exclusively by a tab that changes the session. */
const SESSION_LOCK = `${STORAGE_PREFIX}-session`

/** Longer than a running tab holds the lock: the browser may have frozen the tab that does. */
const LOCK_TIMEOUT_MS = REQUEST_TIMEOUT + 5_000

/** For calls that replace the session cookie: one at a time, so that their order is kept. */
const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
  withLock(navigator.locks, SESSION_LOCK, work, { timeoutMs: LOCK_TIMEOUT_MS })
/** For calls that start or end a session: the previous one has ended afterwards. */
const changingSession = <T>(work: () => Promise<T>): Promise<T> =>
  exclusively(async () => {
    const answer = await work()
    clearPendingSignOut()
    return answer
  })

/**
 * `GET /api/user`: `null` if no user is signed in. Waits while another tab replaces the session.
 * @throws ApiError also for a 401 that a gateway sends in place of our server
 */
export async function fetchUser(signal: AbortSignal): Promise<Account | null> {
  try {
    return await withLock(
      navigator.locks,
      SESSION_LOCK,
      async () => (await read('/api/user', Account, signal)).data,
      { mode: 'shared', timeoutMs: LOCK_TIMEOUT_MS, signal },
    )
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-signed-in') return null
    throw error
  }
}

const send = async <T>(
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body: object,
  schema: z.ZodMiniType<T>,
): Promise<T> => (await write(method, path, body, schema)) as T
const sendWithoutReply = async (method: 'POST' | 'DELETE', path: string, body?: object): Promise<void> =>
  void (await write(method, path, body, null))

export const login = (body: LoginBody) => changingSession(() => send('POST', '/api/login', body, Account))
/** Logs in, because the refused call may have succeeded before. @throws `refusal` if the login is refused too */
const loginAfter = (refusal: ApiError, body: LoginBody) =>
  login(body).catch((error: unknown) => {
    throw isTransient(error) ? error : refusal
  })
const register = (body: RegisterBody) => changingSession(() => send('POST', '/api/register', body, Account))
/** Returns a function that registers. If the reply was lost, the account exists, and the next call logs in. */
export const createRegistration = () =>
  afterLostReply(register, 'taken', ({ email, password }, refusal) =>
    loginAfter(refusal, { username: email, password }),
  )
export const logout = () => changingSession(() => sendWithoutReply('POST', '/api/logout'))
/** Ends the session after a logout without a network, unless another tab has started a new one. */
export const endPendingSession = () =>
  changingSession(async () => (isSignOutPending() ? sendWithoutReply('POST', '/api/logout') : undefined))

export const fetchSignInOptions = async (signal: AbortSignal) =>
  (await read('/api/sign-in-options', SignInOptions, signal)).data
export const requestPasswordReset = (email: string) =>
  sendWithoutReply('POST', '/api/password-reset', { email })
export const resetPassword = (body: PasswordReset) =>
  sendWithoutReply('POST', '/api/password-reset/complete', body)

export const fetchProfile = async (signal: AbortSignal) => (await read('/api/profile', Account, signal)).data
export const changeProfile = (change: ProfileChange) => send('PATCH', '/api/profile', change, Account)
/**
 * Changes the password. The server replaces the session's id, so the reply sets a new cookie. If the reply was
 * lost, a repeated call, which browsers may make by themselves, has the old cookie. It then logs in with the
 * new password, which proves that it was changed.
 * @returns the account if it has logged in, otherwise `null`
 */
export const changePassword = (username: string, change: PasswordChange): Promise<Account | null> =>
  exclusively(() => sendWithoutReply('POST', '/api/profile/password', change)).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'not-signed-in')) throw error
      return loginAfter(error, { username, password: change.newPassword })
    },
  )
const deleteAccount = (currentPassword: string | undefined) =>
  sendWithoutReply('POST', '/api/profile/delete', currentPassword === undefined ? {} : { currentPassword })
/** Returns a function that deletes the account. If the reply was lost, the next call finds no session. */
export const createAccountDeletion = () =>
  afterLostReply(deleteAccount, 'not-signed-in', async (_, refusal) => {
    // Another tab may have replaced the session.
    if ((await fetchUser(new AbortController().signal)) !== null) throw refusal
  })

/** For removals: what is gone already, in another tab or by a call whose reply was lost, need not be removed. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'not-found')) throw error
}

export const fetchDogs = async (signal: AbortSignal) =>
  (await read('/api/profile/dogs', z.array(Dog), signal)).data
export const addDog = (dog: DogFields) => send('POST', '/api/profile/dogs', dog, Dog)
export const changeDog = (id: number, dog: DogFields) => send('PUT', `/api/profile/dogs/${id}`, dog, Dog)
export const removeDog = (id: number) =>
  sendWithoutReply('DELETE', `/api/profile/dogs/${id}`).catch(ignoreMissing)

export const fetchProviders = async (signal: AbortSignal) =>
  (await read('/api/profile/providers', z.array(LinkedProvider), signal)).data
/** @returns the URL of the provider, where the user confirms the connection */
export const connectProvider = async (
  provider: Provider,
  currentPassword: string | undefined,
): Promise<string> =>
  (
    await send(
      'POST',
      `/api/profile/providers/${provider}`,
      currentPassword === undefined ? {} : { currentPassword },
      z.object({ url: z.string() }),
    )
  ).url
export const disconnectProvider = (provider: Provider) =>
  sendWithoutReply('DELETE', `/api/profile/providers/${provider}`)

export const fetchDevices = async (signal: AbortSignal) =>
  (await read('/api/profile/devices', z.array(SignedInDevice), signal)).data
export const signOutDevice = (id: string) =>
  sendWithoutReply('DELETE', `/api/profile/devices/${id}`).catch(ignoreMissing)
export const signOutOtherDevices = () => sendWithoutReply('DELETE', '/api/profile/devices')
