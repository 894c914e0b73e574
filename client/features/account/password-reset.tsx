import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NewPasswordForm, PasswordResetRequest, PROVIDER_NAMES } from '../../../data/model/account.ts'
import { requestPasswordReset, resetPassword } from '../../api/account.ts'
import { refetchUser } from '../../queries/session.ts'
import { sentenceOf } from '../../platform/explained-error.ts'
import { toast } from '../../platform/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Field } from '../../ui/form-fields.tsx'
import { FormError, useForm } from '../../ui/form.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { NewPasswordFields } from './password-fields.tsx'
import { OnlineSubmitButton } from './online-submit-button.tsx'
import { signInOptionsQuery, useSignInOptions } from './sign-in-options.ts'
import { ACCOUNT_TEXTS } from './texts.ts'

const T = ACCOUNT_TEXTS.reset

/** Calls `open` if this server can send e-mails. Otherwise a toast says that resetting is coming soon, or what failed. */
export function useForgotPassword(open: () => void): () => void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    retry: false,
    networkMode: 'always',
    mutationFn: () => client.ensureQueryData({ ...signInOptionsQuery, retry: false }),
    onSuccess: ({ passwordReset }) => (passwordReset ? open() : toast({ title: ACCOUNT_TEXTS.forgotToast })),
    onError: (error) => toast({ title: sentenceOf(error), look: 'destructive' }),
  })
  return mutate
}

/** Asks for the e-mail address and has a link sent to it. */
export function ForgotPassword({ onBack }: { onBack(): void }) {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    schema: PasswordResetRequest,
    async send({ email }) {
      await requestPasswordReset(email)
      setSentTo(email)
    },
  })
  return (
    <div className="grid gap-4">
      {sentTo === undefined ? (
        <form {...form.props} className="grid gap-4">
          <p>{T.lead}</p>
          <Field
            form={form}
            name="email"
            label={T.email}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
          <FormError form={form} />
          <OnlineSubmitButton form={form} busyText={T.sending}>
            {T.send}
          </OnlineSubmitButton>
        </form>
      ) : (
        <Callout tone="success" role="status" className="grid gap-1 p-4">
          <h2 className="text-m">{T.sentTitle}</h2>
          <p>{T.sent(sentTo)}</p>
        </Callout>
      )}
      <Button look="quiet" className="justify-self-center" onClick={onBack}>
        {T.back}
      </Button>
    </div>
  )
}

/** Sets a new password with the token of an e-mail. `onDone`: called afterwards, or to give up. */
export function NewPassword({ token, onDone }: { token: string; onDone(): void }) {
  const client = useQueryClient()
  const providers = useSignInOptions()?.providers ?? []
  const form = useForm({
    schema: NewPasswordForm,
    async send({ newPassword }) {
      await resetPassword({ token, newPassword })
      // The server has ended all sessions of the account, which may include this browser's.
      await refetchUser(client, 'abort')
      toast({ title: T.done, description: T.doneBody })
      onDone()
    },
  })
  return (
    <div className="mx-auto grid w-full max-w-[30rem] gap-5">
      <div className="grid gap-2">
        <PageTitle>{T.title}</PageTitle>
        <p className="text-muted">{T.titleLead}</p>
        {providers.length > 0 && (
          <p className="text-muted">{T.disconnects(providers.map((provider) => PROVIDER_NAMES[provider]))}</p>
        )}
      </div>
      <div className="card grid gap-4 p-4 md:p-6">
        <form {...form.props} className="grid gap-4">
          <NewPasswordFields form={form} name="newPassword" label={T.password} />
          <FormError form={form} />
          <OnlineSubmitButton form={form} busyText={T.saving}>
            {T.save}
          </OnlineSubmitButton>
        </form>
        <Button look="quiet" className="justify-self-center" onClick={onDone}>
          {T.again}
        </Button>
      </div>
    </div>
  )
}
