import * as z from 'zod/mini'
import { PROVIDER_NAMES } from '../../../data/model/account.ts'
import type { LinkedProvider, Provider } from '../../../data/model/account.ts'
import type { Account } from '../../../data/model/profile.ts'
import { Button } from '../../ui/button.tsx'
import { formatInstant } from '../../platform/format-instant.ts'
import { useNow } from '../../platform/clock.ts'
import {
  connectProvider,
  disconnectProvider,
  fetchDevices,
  fetchProviders,
  signOutDevice,
  signOutOtherDevices,
} from '../../api/account.ts'
import { useAccountData, useAccountChange } from '../../queries/account-calls.ts'
import { FormError, SubmitButton, useForm } from '../../ui/form.tsx'
import { useOpenInPlace } from '../../ui/open-in-place.ts'
import { Section } from '../../ui/section.tsx'
import { CurrentPasswordField } from './password-fields.tsx'
import { ACCOUNT_TEXTS } from './texts.ts'

const T = ACCOUNT_TEXTS.profile

const ConnectForm = z.strictObject({
  currentPassword: z.string().check(z.minLength(1, 'Password is required')),
})

/**
 * Asks for the password, because a provider gives access to the account, and then navigates to the provider.
 */
function Connect({ provider, onCancel }: { provider: Provider; onCancel(): void }) {
  const name = PROVIDER_NAMES[provider]
  const connect = useAccountChange((password: string) => connectProvider(provider, password), [], {
    quiet: true,
  })
  const form = useForm({
    schema: ConnectForm,
    send: async ({ currentPassword }) => location.assign(await connect.mutateAsync(currentPassword)),
  })
  return (
    <form {...form.props} className="grid w-full gap-3" aria-label={T.connect(name)}>
      <p>{T.connectWithPassword(name)}</p>
      <CurrentPasswordField form={form} autoFocus />
      <FormError form={form} />
      <div className="flex gap-2">
        <SubmitButton form={form} busyText={T.connecting}>
          {T.connect(name)}
        </SubmitButton>
        <Button look="quiet" onClick={onCancel}>
          {T.cancel}
        </Button>
      </div>
    </form>
  )
}

function OneProvider({
  account,
  provider: { provider, available, linked, email },
}: {
  account: Account
  provider: LinkedProvider
}) {
  const name = PROVIDER_NAMES[provider]
  const password = useOpenInPlace()
  const disconnect = useAccountChange(() => disconnectProvider(provider), ['providers'])
  const connect = useAccountChange(
    async () => location.assign(await connectProvider(provider, undefined)),
    [],
  )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <span className="flex min-h-tap flex-1 flex-col justify-center">
        <strong>{name}</strong>
        <span className="text-s text-muted">
          {linked ? T.connected(email) : available ? T.notConnected : T.unavailable}
        </span>
      </span>
      {linked && (
        <Button
          look="outline"
          aria-label={T.disconnect(name)}
          aria-disabled={disconnect.isPending}
          onClick={() => !disconnect.isPending && disconnect.mutate(undefined)}
        >
          {T.removeShort}
        </Button>
      )}
      {!linked && available && !password.isOpen && (
        <Button
          look="outline"
          autoFocus={password.opener.autoFocus || disconnect.isSuccess}
          onClick={() => (account.hasPassword ? password.opener.onClick() : connect.mutate(undefined))}
        >
          {T.connect(name)}
        </Button>
      )}
      {password.isOpen && <Connect provider={provider} onCancel={password.close} />}
    </li>
  )
}

export function Providers({ account }: { account: Account }) {
  const { data: providers } = useAccountData('providers', fetchProviders)
  return (
    <Section title={T.providers}>
      {providers && (
        <ul className="divide-y divide-line">
          {providers.map((provider) => (
            <OneProvider key={provider.provider} account={account} provider={provider} />
          ))}
        </ul>
      )}
    </Section>
  )
}

export function Devices() {
  const { data: devices } = useAccountData('devices', fetchDevices)
  const now = useNow(60_000)
  const signOut = useAccountChange(signOutDevice, ['devices'])
  const signOutOthers = useAccountChange(() => signOutOtherDevices(), ['devices'])
  return (
    <Section title={T.devices}>
      <ul className="divide-y divide-line">
        {devices?.map(({ id, device, lastSeen, current }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 py-2">
            <span className="flex min-h-tap flex-1 flex-col justify-center">
              <strong>{device}</strong>
              <span className="text-s text-muted">
                {current ? T.thisDevice : T.lastSeen(formatInstant(Date.parse(lastSeen), now))}
              </span>
            </span>
            {!current && (
              <Button look="outline" aria-label={T.signOutDevice(device)} onClick={() => signOut.mutate(id)}>
                {T.signOutShort}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {devices && devices.length > 1 && (
        <Button look="outline" className="justify-self-start" onClick={() => signOutOthers.mutate(undefined)}>
          {T.signOutOthers}
        </Button>
      )}
    </Section>
  )
}
