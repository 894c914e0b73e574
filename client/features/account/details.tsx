import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, type ChangeEvent } from 'react'
import * as z from 'zod/mini'
import { Email, foldName, PasswordChange, passwordsMatch, Username } from '../../../data/model/account.ts'
import type { Account } from '../../../data/model/profile.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { PawIcon } from '../../ui/icons.tsx'
import { toast } from '../../platform/toast.ts'
import { changePassword, changeProfile } from '../../api/account.ts'
import { useAccountChange } from '../../queries/account-calls.ts'
import { Field } from '../../ui/form-fields.tsx'
import { FormError, SubmitButton, useForm } from '../../ui/form.tsx'
import { CurrentPasswordField, NewPasswordFields } from './password-fields.tsx'
import { smallPicture } from './picture.ts'
import { Section } from '../../ui/section.tsx'
import { changeUser } from '../../queries/session.ts'
import { useSuburbIn } from '../../queries/suburb-in.ts'
import { ACCOUNT_TEXTS } from './texts.ts'

const T = ACCOUNT_TEXTS.profile

const useProfileChange = (quiet: boolean) => useAccountChange(changeProfile, ['profile'], { quiet })

function Picture({ account }: { account: Account }) {
  const id = useId()
  const change = useProfileChange(false)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (!file) return
    const avatarUrl = await smallPicture(file).catch(() => null)
    if (avatarUrl === null) toast({ title: T.pictureFailed, look: 'destructive' })
    else change.mutate({ avatarUrl })
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      {account.avatarUrl === null ? (
        <span className="grid size-20 place-items-center rounded-full bg-leaf-wash text-ochre">
          <PawIcon size={40} />
        </span>
      ) : (
        <img
          src={account.avatarUrl}
          alt={T.picture}
          width={80}
          height={80}
          className="size-20 rounded-full object-cover"
        />
      )}
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          type="file"
          accept="image/*"
          className="peer sr-only"
          onChange={(event) => void choose(event)}
        />
        <label
          htmlFor={id}
          className={buttonClass(
            'outline',
            'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
          )}
        >
          {T.choosePicture}
        </label>
        {account.avatarUrl !== null && (
          <Button look="quiet" onClick={() => change.mutate({ avatarUrl: null })}>
            {T.removePicture}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Opens the parks near the home address, as it is saved. */
function NearHome({ address }: { address: string }) {
  const suburb = useSuburbIn(address)
  if (suburb === null) return null
  return (
    <Link to="/" search={{ q: suburb }} className="textlink justify-self-start">
      {T.parksNear(suburb)}
    </Link>
  )
}

/** All fields of the form. An empty password is left out of the request. */
const DetailsForm = z.strictObject({
  username: Username,
  email: Email,
  fullName: z.string(),
  address: z.string(),
  currentPassword: z.optional(z.string()),
})

/** What the form shows of an account. */
const fieldsOf = ({ username, email, fullName, address }: Account) => ({
  username,
  email,
  fullName: fullName ?? '',
  address: address ?? '',
  currentPassword: '',
})

export function Details({ account }: { account: Account }) {
  const client = useQueryClient()
  const change = useProfileChange(true)
  const isNew = (name: 'email' | 'username', text: string) => foldName(text) !== foldName(account[name])
  const passwordNote = (changed: boolean) => (changed && account.hasPassword ? { note: T.passwordNote } : {})
  const shown = fieldsOf(account)
  const form = useForm({
    schema: DetailsForm,
    values: shown,
    async send({ currentPassword, ...values }) {
      const changes = Object.fromEntries(
        Object.entries(values).filter(([name, value]) => value !== shown[name as keyof typeof shown]),
      )
      const needsPassword = isNew('email', values.email) || isNew('username', values.username)
      const changed = await change.mutateAsync({
        ...changes,
        ...(needsPassword && currentPassword ? { currentPassword } : {}),
      })
      // From now on the fields follow what other devices change.
      form.reset(fieldsOf(changed))
      await changeUser(client, changed)
      toast({ title: T.saved })
    },
  })
  const newEmail = isNew('email', form.watch('email'))
  const newUsername = isNew('username', form.watch('username'))
  const asksForPassword = (newEmail || newUsername) && account.hasPassword
  // The form outlives its field, and the next person to edit it may be another one.
  const clearPassword = useEffectEvent(() => form.setValue('currentPassword', ''))
  useEffect(() => {
    if (!asksForPassword) clearPassword()
  }, [asksForPassword])
  return (
    <Section title={T.details}>
      <Picture account={account} />
      <form {...form.props} className="grid gap-4">
        <Field
          form={form}
          name="username"
          label={ACCOUNT_TEXTS.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...passwordNote(newUsername)}
        />
        <Field
          form={form}
          name="email"
          label={ACCOUNT_TEXTS.email}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...passwordNote(newEmail)}
        />
        <Field form={form} name="fullName" label={T.fullName} autoComplete="name" />
        <Field
          form={form}
          name="address"
          label={T.address}
          note={ACCOUNT_TEXTS.addressNote}
          autoComplete="address-line1"
        />
        <NearHome address={account.address ?? ''} />
        {asksForPassword && <CurrentPasswordField form={form} />}
        <FormError form={form} />
        <SubmitButton form={form} busyText={T.saving} className="justify-self-start">
          {T.save}
        </SubmitButton>
      </form>
    </Section>
  )
}

const PasswordForm = z
  .strictObject({
    currentPassword: z.optional(z.string().check(z.minLength(1, 'Password is required'))),
    newPassword: PasswordChange.shape.newPassword,
    confirmPassword: z.string(),
  })
  .check(passwordsMatch('newPassword'))

export function Password({ account }: { account: Account }) {
  const client = useQueryClient()
  const change = useAccountChange(
    (change: PasswordChange) => changePassword(account.username, change),
    ['profile', 'devices'],
    { quiet: true },
  )
  const form = useForm({
    schema: PasswordForm,
    defaultValues: {
      newPassword: '',
      confirmPassword: '',
      ...(account.hasPassword ? { currentPassword: '' } : {}),
    },
    async send({ currentPassword, newPassword }) {
      const newLogin = await change.mutateAsync({
        newPassword,
        ...(currentPassword === undefined ? {} : { currentPassword }),
      })
      if (newLogin) await changeUser(client, newLogin)
      form.reset()
      toast({ title: T.passwordChanged, description: T.passwordChangedBody })
    },
  })
  return (
    <Section title={T.passwordTitle}>
      <p className="text-muted">{account.hasPassword ? T.passwordLead : T.setPassword}</p>
      <form {...form.props} className="grid gap-4">
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" autoComplete="username" value={account.username} readOnly hidden />
        {account.hasPassword && <CurrentPasswordField form={form} />}
        <NewPasswordFields form={form} name="newPassword" label={T.newPassword} />
        <FormError form={form} />
        <SubmitButton form={form} busyText={T.changing} className="justify-self-start">
          {T.changePassword}
        </SubmitButton>
      </form>
    </Section>
  )
}
