import * as Tabs from '@radix-ui/react-tabs'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import {
  LoginDialogForm,
  LoginPageForm,
  PROVIDER_NAMES,
  PROVIDERS,
  RegisterDialogForm,
  RegisterPageForm,
} from '../../../data/model/account.ts'
import { useConnection } from '../../queries/index.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { registration, useLogin, useRegister } from './log-in.ts'
import type { Place } from './log-in.ts'
import { NewPasswordFields } from './password-fields.tsx'
import { ForgotPassword, useForgotPassword } from './password-reset.tsx'
import { useSignInOptions } from './sign-in-options.ts'
import { OnlineSubmitButton } from './online-submit-button.tsx'
import { Field, PasswordField } from '../../ui/form-fields.tsx'
import { FormError, useForm } from '../../ui/form.tsx'
import { ACCOUNT_TEXTS as T } from './texts.ts'

export type AccountTab = 'login' | 'register'

/** Links for signing in with a provider. They lead back to the current page. */
function ProviderLinks({ title, returnTo }: { title: string; returnTo: string }) {
  const { online } = useConnection()
  const options = useSignInOptions()
  const noteId = useId()
  const unavailable = PROVIDERS.filter((provider) => options && !options.providers.includes(provider))
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-s text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {title}
      </p>
      <div className="flex flex-wrap gap-2">
        {PROVIDERS.map((provider) =>
          online && !unavailable.includes(provider) ? (
            <a
              key={provider}
              href={`/api/auth/${provider}${returnTo === '/' ? '' : `?returnTo=${encodeURIComponent(returnTo)}`}`}
              className={buttonClass('outline', 'min-w-24 flex-1')}
            >
              {PROVIDER_NAMES[provider]}
            </a>
          ) : (
            <Button
              key={provider}
              look="outline"
              className="min-w-24 flex-1"
              disabled
              {...(unavailable.includes(provider) ? { 'aria-describedby': noteId } : {})}
            >
              {PROVIDER_NAMES[provider]}
            </Button>
          ),
        )}
      </div>
      {unavailable.length > 0 && (
        <p id={noteId} className="text-s text-muted">
          {T.unavailable(unavailable.map((provider) => PROVIDER_NAMES[provider]))}
        </p>
      )}
    </div>
  )
}

interface FormProps {
  place: Place
  /** Path and query of the page to return to. */
  returnTo: string
  /** What was typed before the other tab was opened, by field: only the form of one tab is on the page. */
  typed: Record<string, string>
  /** Called when another tab is opened. */
  onLeave(typed: object): void
}

/** Calls a function when the component is removed from the page. */
function useOnRemoval(call: () => void): void {
  const onRemoval = useEffectEvent(call)
  useEffect(() => () => onRemoval(), [])
}

function LoginForm({ place, returnTo, typed, onLeave }: FormProps) {
  const login = useLogin()
  const [forgotten, setForgotten] = useState(false)
  const forgot = useForgotPassword(() => setForgotten(true))
  const form = useForm({
    schema: place === 'page' ? LoginPageForm : LoginDialogForm,
    defaultValues: typed,
    send: (values) => login.mutateAsync(values),
  })
  useOnRemoval(() => onLeave(form.getValues()))
  if (forgotten) return <ForgotPassword onBack={() => setForgotten(false)} />
  return (
    <div className="grid gap-6">
      <form {...form.props} className="grid gap-4">
        <Field
          form={form}
          name="username"
          label={T.username}
          note={T.usernameNote}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <PasswordField form={form} name="password" label={T.password} autoComplete="current-password" />
        <FormError form={form} />
        <OnlineSubmitButton form={form} busyText={T.loggingIn}>
          {T.login}
        </OnlineSubmitButton>
        <Button look="quiet" className="justify-self-center" onClick={forgot}>
          {T.forgot}
        </Button>
      </form>
      <ProviderLinks title={T.orContinue} returnTo={returnTo} />
    </div>
  )
}

function RegisterForm({ place, returnTo, typed, onLeave }: FormProps) {
  const register = useRegister(place)
  const form = useForm({
    schema: place === 'page' ? RegisterPageForm : RegisterDialogForm,
    defaultValues: typed,
    send(values) {
      const { confirmPassword: _, ...body } = values
      return register.mutateAsync(registration(body))
    },
  })
  useOnRemoval(() => onLeave(form.getValues()))
  const [label, busyLabel] = place === 'page' ? [T.register, T.registering] : [T.create, T.creating]
  return (
    <div className="grid gap-6">
      <form {...form.props} className="grid gap-4">
        <Field form={form} name="username" label={T.dogName} note={T.dogNameNote} autoComplete="nickname" />
        <Field
          form={form}
          name="email"
          label={T.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <NewPasswordFields form={form} name="password" label={T.password} />
        <Field form={form} name="fullName" label={T.fullName} autoComplete="name" />
        <Field
          form={form}
          name="address"
          label={T.address}
          note={T.addressNote}
          autoComplete="address-line1"
        />
        <FormError form={form} />
        <OnlineSubmitButton form={form} busyText={busyLabel}>
          {label}
        </OnlineSubmitButton>
      </form>
      <ProviderLinks title={T.orRegister} returnTo={returnTo} />
    </div>
  )
}

const TAB =
  'min-h-tap flex-1 rounded-small px-2 whitespace-nowrap font-semibold text-muted data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-card'

/** The tabs for logging in and registering. */
export function AccountForms({
  tab,
  onTab,
  ...rest
}: Omit<FormProps, 'typed' | 'onLeave'> & { tab: AccountTab; onTab(tab: AccountTab): void }) {
  const [typedIntoLogin, setTypedIntoLogin] = useState({})
  const [typedIntoRegister, setTypedIntoRegister] = useState({})
  return (
    <Tabs.Root value={tab} onValueChange={(value) => onTab(value as AccountTab)} className="grid gap-5">
      <Tabs.List className="flex flex-wrap gap-1 rounded-control bg-sunken p-1">
        <Tabs.Trigger value="login" className={TAB}>
          {T.tabs.login}
        </Tabs.Trigger>
        <Tabs.Trigger value="register" className={TAB}>
          {T.tabs.register}
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="login">
        <LoginForm {...rest} typed={typedIntoLogin} onLeave={setTypedIntoLogin} />
      </Tabs.Content>
      <Tabs.Content value="register">
        <RegisterForm {...rest} typed={typedIntoRegister} onLeave={setTypedIntoRegister} />
      </Tabs.Content>
    </Tabs.Root>
  )
}
