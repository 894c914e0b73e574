import { Navigate, useSearch } from '@tanstack/react-router'
import { sentenceOfCode } from '../../../data/model/sign-in-error.ts'
import { fetchProfile } from '../../api/account.ts'
import { usePersonal } from '../../queries/calls.ts'
import { Details, Password } from './details.tsx'
import { Dogs } from './dogs.tsx'
import { DeleteAccount, OwnData } from './own-data.tsx'
import { useSession } from '../../queries/session.ts'
import { ACCOUNT_TEXTS } from './texts.ts'
import { Devices, Providers } from './ways-in.tsx'
import { WaitingToSync } from '../outbox/section.tsx'
import { useConnection } from '../../queries/index.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TEXTS } from '../../ui/texts.ts'
import { useTitle } from '../../ui/title.ts'

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

function Profile() {
  const { data: account, error, refetch } = usePersonal('profile', fetchProfile)
  const { online } = useConnection()
  if (account) {
    // A disabled fieldset disables every control inside it.
    const fieldset = { className: 'stack min-w-0 gap-4 lg:gap-6', disabled: !online }
    return (
      <>
        {!online && (
          <p role="status" className="card p-4">
            {T.offlineShown}
          </p>
        )}
        <div className="stack items-start gap-4 lg:grid-cols-2 lg:gap-6">
          <fieldset {...fieldset}>
            <Details account={account} />
            <Dogs />
          </fieldset>
          <div className="stack gap-4 lg:gap-6">
            <fieldset {...fieldset}>
              <Password account={account} />
              <Providers account={account} />
              <Devices />
            </fieldset>
            <WaitingToSync />
            <fieldset {...fieldset}>
              <OwnData />
              <DeleteAccount account={account} />
            </fieldset>
          </div>
        </div>
      </>
    )
  }
  if (!online) {
    return (
      <div className="stack items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <Panel title={T.offlineTitle}>
          <p>{T.offline}</p>
          <ButtonLink to="/favorites" look="outline">
            {T.favourites}
          </ButtonLink>
        </Panel>
        <WaitingToSync />
      </div>
    )
  }
  if (!error) return <Loading />
  return (
    <Panel title={T.errorTitle} tone="error">
      <p>{error.message}</p>
      <Button onClick={() => void refetch()}>{TEXTS.browse.tryAgain}</Button>
    </Panel>
  )
}

export default function ProfilePage() {
  const { error } = useSearch({ from: '/profile' })
  const { user, checking } = useSession()
  useTitle(T.title)
  if (!user && !checking) return <Navigate to="/auth" replace />
  return (
    <div className="wrap stack gap-5 py-7 md:py-10">
      <div>
        <h1 className="text-xxl font-extrabold tracking-[-0.02em] text-leaf-deep">{T.title}</h1>
        {user && <p className="text-muted">{TEXTS.account.hi(user.username)}</p>}
      </div>
      {error && (
        <div role="alert" className="grid gap-1 rounded-card border-l-[6px] border-closed bg-closed-wash p-4">
          <h2 className="text-m">{ACCOUNT_TEXTS.errorTitle}</h2>
          <p>{sentenceOfCode(error)}</p>
        </div>
      )}
      {user ? <Profile key={user.id} /> : <Loading />}
    </div>
  )
}
