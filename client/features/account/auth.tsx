import { Navigate, useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { RESET_HASH } from '../../../data/model/account.ts'
import { signInErrorMessage } from '../../../data/model/sign-in-error.ts'
import { AccountForms } from './forms.tsx'
import { NewPassword } from './password-reset.tsx'
import { useSession } from '../../queries/session.ts'
import { ACCOUNT_TEXTS as T } from './texts.ts'
import { CheckIcon, PawIcon } from '../../ui/icons.tsx'
import { useTitle } from '../../platform/title.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Callout } from '../../ui/callout.tsx'

export default function AuthPage() {
  const { tab = 'login', error, returnTo } = useSearch({ from: '/auth' })
  const hash = useRouterState({ select: ({ location }) => `#${location.hash}` })
  const navigate = useNavigate({ from: '/auth' })
  const { user, checking } = useSession()
  useTitle(T.tabs[tab])
  if (hash.startsWith(RESET_HASH)) {
    return (
      <div className="wrap py-7 md:py-10">
        <NewPassword
          token={hash.slice(RESET_HASH.length)}
          onDone={() => void navigate({ search: {}, hash: '', replace: true })}
        />
      </div>
    )
  }
  // The remembered user may have lost the session, so the redirect waits until the server has confirmed it.
  if (user && !checking) return <Navigate to="/" href={returnTo ?? '/'} replace />
  if (user)
    return (
      <div aria-busy="true" className="wrap stack gap-2 py-7 md:py-10">
        <PageTitle>{T.title}</PageTitle>
        <output className="block text-muted">{T.checking(user.username)}</output>
      </div>
    )
  return (
    <div className="wrap grid items-start gap-10 py-7 md:py-10 lg:grid-cols-[minmax(0,30rem)_1fr]">
      <div className="mx-auto grid w-full max-w-[30rem] gap-5">
        <div className="grid gap-2">
          <PageTitle>{T.title}</PageTitle>
          <p className="text-muted">{T.subtitle}</p>
        </div>
        {error && (
          <Callout tone="error" role="alert" className="grid gap-1 p-4">
            <h2 className="text-m">{T.errorTitle}</h2>
            <p>{signInErrorMessage(error)}</p>
          </Callout>
        )}
        <div className="card p-4 md:p-6">
          <AccountForms
            place="page"
            returnTo={returnTo ?? '/'}
            tab={tab}
            onTab={(next) =>
              void navigate({
                search: {
                  ...(next === 'register' ? { tab: 'register' } : {}),
                  ...(returnTo === undefined ? {} : { returnTo }),
                },
                replace: true,
                resetScroll: false,
              })
            }
          />
        </div>
      </div>
      <aside className="hidden rounded-card bg-leaf-wash p-10 lg:grid lg:gap-6">
        <PawIcon size={64} className="text-ochre" />
        <h2 className="text-xl">{T.benefitsTitle}</h2>
        <ul className="grid gap-4 text-l">
          {T.benefits.map((benefit) => (
            <li key={benefit} className="flex items-center gap-3">
              <CheckIcon size={24} className="shrink-0 text-leaf" /> {benefit}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  )
}
