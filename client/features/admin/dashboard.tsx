import { useNavigate, useSearch } from '@tanstack/react-router'
import * as Tabs from '@radix-ui/react-tabs'
import { useState } from 'react'
import { useTitle } from '../../platform/title.ts'
import ImportForm from './import-form.tsx'
import { ADMIN_TEXTS as T } from './texts.ts'
import { loadedLater } from '../../ui/loaded-later.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

const Analytics = loadedLater(
  () => import('./analytics.tsx'),
  <div className="skeleton h-96" aria-busy="true" />,
)

const TAB =
  'min-h-tap rounded-t-control border-b-3 border-transparent px-4 py-2 font-semibold text-muted not-data-disabled:hover:bg-leaf-wash ' +
  'data-[state=active]:border-ochre data-[state=active]:text-ink'

/** The dashboard's tabs. Two of the four are disabled: 'coming soon' (specification 12.1 and 12.2). */
export default function Dashboard() {
  useTitle(T.title)
  const { tab = 'import' } = useSearch({ from: '/admin/' })
  const navigate = useNavigate()
  /** Whether the import form was opened. From then on it keeps its file, its upload and its result. */
  const [importOpened, setImportOpened] = useState(false)
  if (tab === 'import' && !importOpened) setImportOpened(true)
  return (
    <Tabs.Root
      value={tab}
      activationMode="manual"
      onValueChange={(next) =>
        void navigate({
          to: '/admin',
          search: next === 'analytics' ? { tab: 'analytics' } : {},
          replace: true,
          resetScroll: false,
        })
      }
    >
      <Tabs.List aria-label={T.title} className="mb-5 flex flex-wrap gap-1 border-b border-line">
        <Tabs.Trigger value="import" className={TAB}>
          {T.tabs.import}
        </Tabs.Trigger>
        <Tabs.Trigger value="analytics" className={TAB}>
          {T.tabs.analytics}
        </Tabs.Trigger>
        <Tabs.Trigger value="parks" disabled className={TAB}>
          {T.tabs.parks} <span className="text-s font-normal">({T.comingSoon})</span>
        </Tabs.Trigger>
        <Tabs.Trigger value="users" disabled className={TAB}>
          {T.tabs.users} <span className="text-s font-normal">({T.comingSoon})</span>
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="import" hidden={tab !== 'import'} {...(importOpened && { forceMount: true })}>
        <ImportForm />
      </Tabs.Content>
      <Tabs.Content value="analytics">
        <PageTitle size="text-xl" className="mb-4">
          {T.analytics.title}
        </PageTitle>
        <Analytics />
      </Tabs.Content>
    </Tabs.Root>
  )
}
