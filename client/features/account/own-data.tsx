import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { foldName } from '../../../data/model/account.ts'
import type { Account } from '../../../data/model/profile.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { announceSignOut } from '../../platform/sign-outs.ts'
import { toast } from '../../platform/toast.ts'
import { useSignOutActions } from '../../queries/index.ts'
import { createAccountDeletion } from '../../api/account.ts'
import { useAccountChange } from '../../queries/account-calls.ts'
import { Field } from '../../ui/form-fields.tsx'
import { FormError, SubmitButton, useForm } from '../../ui/form.tsx'
import { useOpenInPlace } from '../../ui/open-in-place.ts'
import { Section } from '../../ui/section.tsx'
import { changeUser } from '../../queries/session.ts'
import { CurrentPasswordField } from './password-fields.tsx'
import { ACCOUNT_TEXTS } from './texts.ts'

const T = ACCOUNT_TEXTS.profile

export function OwnData({ isReadOnly }: { isReadOnly: boolean }) {
  return (
    <Section title={T.data}>
      <p className="text-muted">{T.dataLead}</p>
      {isReadOnly ? (
        <Button look="outline" className="justify-self-start" disabled>
          {T.export}
        </Button>
      ) : (
        <a href="/api/profile/export" download className={buttonClass('outline', 'justify-self-start')}>
          {T.export}
        </a>
      )}
    </Section>
  )
}

/** The user must type the username, in any case, and the password if the account has one. */
const deleteForm = (username: string) =>
  z.strictObject({
    username: z
      .string()
      .check(z.refine((text: string) => foldName(text) === foldName(username), T.deleteMismatch(username))),
    currentPassword: z.optional(z.string().check(z.minLength(1, 'Password is required'))),
  })

function DeleteForm({ account, onCancel }: { account: Account; onCancel(): void }) {
  const client = useQueryClient()
  const [deleteAccount] = useState(createAccountDeletion)
  const remove = useAccountChange(deleteAccount, [], { quiet: true })
  const { signOut } = useSignOutActions()
  const schema = useMemo(() => deleteForm(account.username), [account.username])
  const form = useForm({
    schema,
    async send({ currentPassword }) {
      await remove.mutateAsync(currentPassword)
      announceSignOut()
      // Unsent changes and drafts belong to the deleted account. The text above says that they are deleted.
      await signOut('discard', account.id).catch(() => undefined)
      toast({ title: T.deleted, description: T.deletedBody })
      await changeUser(client, null)
    },
  })
  return (
    <form {...form.props} className="grid gap-4">
      <Field
        form={form}
        name="username"
        label={T.deleteConfirm(account.username)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      {account.hasPassword && <CurrentPasswordField form={form} />}
      <FormError form={form} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton form={form} busyText={T.deleting} className="border-closed! bg-closed! text-page">
          {T.deleteNow}
        </SubmitButton>
        <Button look="quiet" onClick={onCancel}>
          {T.cancel}
        </Button>
      </div>
    </form>
  )
}

export function DeleteAccount({ account }: { account: Account }) {
  const confirmation = useOpenInPlace()
  return (
    <Section title={T.delete}>
      <p>{T.deleteLead}</p>
      {confirmation.isOpen ? (
        <DeleteForm account={account} onCancel={confirmation.close} />
      ) : (
        <Button
          look="outline"
          className="justify-self-start border-closed! text-closed!"
          {...confirmation.opener}
        >
          {T.delete}
        </Button>
      )}
    </Section>
  )
}
