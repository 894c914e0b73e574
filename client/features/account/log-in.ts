import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LoginBody, RegisterBody } from '../../../data/model/account.ts'
import { ApiError } from '../../api/error.ts'
import { retryFormWrite } from '../../api/retry.ts'
import { toast } from '../../platform/toast.ts'
import { createRegistration, login } from '../../api/account.ts'
import { changeUser } from '../../queries/session.ts'
import { ACCOUNT_TEXTS as T } from './texts.ts'

/** Where the forms are shown. Some of their texts differ. */
export type Place = 'page' | 'dialog'

export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    retry: retryFormWrite,
    mutationFn: (body: LoginBody) => login(body),
    async onSuccess(account) {
      toast({ title: T.welcomeBack, description: T.loggedInAs(account.username) })
      await changeUser(client, account)
    },
    onError: (error) => toast({ title: T.loginFailed, description: error.message, look: 'destructive' }),
  })
}

export function useRegister(place: Place) {
  const client = useQueryClient()
  return useMutation({
    retry: retryFormWrite,
    mutationFn: ({ body, send }: { body: RegisterBody; send: ReturnType<typeof createRegistration> }) =>
      send(body),
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

/** The argument of {@link useRegister}'s mutation. */
export const registration = (body: RegisterBody) => ({ body, send: createRegistration() })
