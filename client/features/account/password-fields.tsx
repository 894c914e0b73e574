import type { FieldPath, FieldValues } from 'react-hook-form'
import { PASSWORD_MIN_LENGTH } from '../../../data/model/account.ts'
import { PasswordField } from '../../ui/form-fields.tsx'
import type { FormState } from '../../ui/form.tsx'
import { ACCOUNT_TEXTS } from './texts.ts'

/** A new password and its confirmation, which is checked again when the password changes. */
export function NewPasswordFields<V extends FieldValues & { confirmPassword: string }>({
  form,
  name,
  label,
}: {
  form: FormState<V>
  name: FieldPath<V>
  label: string
}) {
  const confirmation = 'confirmPassword' as FieldPath<V>
  return (
    <>
      <PasswordField
        form={form}
        name={name}
        deps={[confirmation]}
        label={label}
        minLength={PASSWORD_MIN_LENGTH}
        autoComplete="new-password"
      />
      <PasswordField
        form={form}
        name={confirmation}
        label={ACCOUNT_TEXTS.confirmPassword}
        autoComplete="new-password"
      />
    </>
  )
}

/** The current password, to confirm a change. */
export function CurrentPasswordField<V extends FieldValues & { currentPassword?: string | undefined }>({
  form,
  autoFocus = false,
}: {
  form: FormState<V>
  autoFocus?: boolean
}) {
  return (
    <PasswordField
      form={form}
      name={'currentPassword' as FieldPath<V>}
      label={ACCOUNT_TEXTS.profile.currentPassword}
      autoComplete="current-password"
      autoFocus={autoFocus}
    />
  )
}
