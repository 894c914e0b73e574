import { Navigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { signInErrorMessage } from '../../../data/model/sign-in-error.ts'
import { useAccount } from '../../queries/profile.ts'
import { Details, Password } from './details.tsx'
import { Dogs } from './dogs.tsx'
import { DeleteAccount, OwnData } from './own-data.tsx'
import { useSession, type KnownUser } from '../../queries/session.ts'
import { ACCOUNT_TEXTS } from './texts.ts'
import { Devices, Providers } from './providers-and-devices.tsx'
import { useConnection } from '../../queries/index.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { UI_TEXTS } from '../../ui/texts.ts'
import { sentenceOf } from '../../platform/explained-error.ts'
import { useTitle } from '../../platform/title.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Callout } from '../../ui/callout.tsx'

const T = ACCOUNT_TEXTS.profile

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-4 lg:grid-cols-2">
      <output className="sr-only">{T.loading}</output>
      <div className="skeleton h-[32rem]" />
      <div className="skeleton h-80" />
    </div>
  )
}

function Profile({ user, unsent }: { user: KnownUser; unsent: ReactNode }) {
  const { value: account, isStored, error, refetch } = useAccount()
  const followName = useEffectEvent((username: string) => {
    if (account && account.username !== username) void refetch()
  })
  // It may be changed in another tab.
  useEffect(() => followName(user.username), [user.username])
  const { online } = useConnection()
  const tryAgain = <Button onClick={() => void refetch()}>{UI_TEXTS.tryAgain}</Button>
  if (account) {
    const isReadOnly = !online || isStored
    // A disabled fieldset disables every control inside it.
    const fieldset = { className: 'stack min-w-0 gap-4 lg:gap-6', disabled: isReadOnly }
    return (
      <>
        {isReadOnly && (
          <div className="card flex flex-wrap items-center gap-3 p-4">
            <p role="status">{online ? T.storedShown : T.offlineShown}</p>
            {online && error && tryAgain}
          </div>
        )}
        <div className="stack items-start gap-4 lg:grid-cols-2 lg:gap-6">
          <fieldset {...fieldset}>
            {/* The copy on this device may be older than what the server sends next. */}
            <Details key={String(isStored)} account={account} />
            <Dogs />
          </fieldset>
          <div className="stack gap-4 lg:gap-6">
            <fieldset {...fieldset}>
              <Password account={account} />
              {!isStored && (
                <>
                  <Providers account={account} />
                  <Devices />
                </>
              )}
            </fieldset>
            {unsent}
            <fieldset {...fieldset}>
              <OwnData isReadOnly={isReadOnly} />
              <DeleteAccount account={account} />
            </fieldset>
          </div>
        </div>
      </>
    )
  }
  if (online && !error) return <Loading />
  return (
    <div className="stack items-start gap-4 lg:grid-cols-2 lg:gap-6">
      {online ? (
        <Panel title={T.errorTitle} tone="error">
          <p>{sentenceOf(error)}</p>
          {tryAgain}
        </Panel>
      ) : (
        <Panel title={T.offlineTitle}>
          <p>{T.offline}</p>
          <ButtonLink to="/favorites" look="outline">
            {T.favourites}
          </ButtonLink>
        </Panel>
      )}
      {unsent}
    </div>
  )
}

/** `unsent`: the section about changes that have not been sent. */
export function ProfilePage({ unsent }: { unsent: ReactNode }) {
  const { error } = useSearch({ from: '/profile' })
  const { user, checking } = useSession()
  useTitle(T.title)
  if (!user && !checking) return <Navigate to="/auth" search={{ returnTo: '/profile' }} replace />
  return (
    <div className="wrap stack gap-5 py-7 md:py-10">
      <div>
        <PageTitle>{T.title}</PageTitle>
        {user && <p className="text-muted">{ACCOUNT_TEXTS.profile.hi(user.username)}</p>}
      </div>
      {error && (
        <Callout tone="error" role="alert" className="grid gap-1 p-4">
          <h2 className="text-m">{ACCOUNT_TEXTS.errorTitle}</h2>
          <p>{signInErrorMessage(error)}</p>
        </Callout>
      )}
      {user ? <Profile key={user.id} user={user} unsent={unsent} /> : <Loading />}
    </div>
  )
}
