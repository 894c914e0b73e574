import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LoginBody, RegisterBody } from '../../../data/model/account.ts'
import { ApiError, NoAnswerError } from '../../api/error.ts'
import { retryWrite } from '../../api/retry.ts'
import { toast } from '../../platform/toast-queue.ts'
import { login, register } from '../../api/account.ts'
import { changeUser } from '../../queries/session.ts'
import { ACCOUNT_TEXTS as T } from './texts.ts'

/** Where the forms stand; some of their words differ. */
export type Place = 'page' | 'dialog'

/** As every change, but a person in front of a form is told at once how long to wait. */
const retry = (failures: number, error: Error) =>
  !(error instanceof ApiError && error.status === 429) && retryWrite(failures, error)

export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    retry,
    mutationFn: (body: LoginBody) => login(body),
    async onSuccess(account) {
      toast({ title: T.welcomeBack, description: T.loggedInAs(account.username) })
      await changeUser(client, account)
    },
    onError: (error) => toast({ title: T.loginFailed, description: error.message, look: 'destructive' }),
  })
}

/** Makes an account. Where the first answer was lost on its way, the account is there already, and is entered. */
function registering() {
  let lost = false
  return async (body: RegisterBody) => {
    try {
      return await register(body)
    } catch (error) {
      const there = error instanceof ApiError && error.code === 'taken' && lost
      lost ||= error instanceof NoAnswerError
      if (!there) throw error
      // If it is somebody else's after all, what was said first holds.
      return await login({ username: body.email, password: body.password }).catch(() => {
        throw error
      })
    }
  }
}

export function useRegister(place: Place) {
  const client = useQueryClient()
  return useMutation({
    retry,
    mutationFn: ({ body, send }: { body: RegisterBody; send: ReturnType<typeof registering> }) => send(body),
    async onSuccess(account, { body }) {
      if (place === 'page') toast({ title: T.created, description: T.welcome(account.username) })
      else
        toast({
          title: T.createdInDialog,
          description: body.username === undefined ? T.welcomeAll : T.welcome(body.username),
        })
      await changeUser(client, account)
    },
    onError: (error) =>
      toast({
        title: T.registrationFailed,
        description: error instanceof ApiError ? error.text : T.registrationTrouble,
        look: 'destructive',
      }),
  })
}

/** What {@link useRegister} is given. */
export const registration = (body: RegisterBody) => ({ body, send: registering() })
