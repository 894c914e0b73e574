// What is refused is `undefined` and not absent, because the router keeps the raw text of a parameter that is absent here.

/** Query parameters of `/admin`. */
export const readAdminAddress = ({ tab }: Record<string, unknown>): { tab?: 'analytics' | undefined } => ({
  tab: tab === 'analytics' ? tab : undefined,
})

/** Query parameters of `/admin/inbox`. Defaults: new submissions. */
export interface InboxAddress {
  kind?: 'reports' | 'messages' | undefined
  status?: 'accepted' | 'rejected' | 'all' | undefined
}

export const readInboxAddress = ({ kind, status }: Record<string, unknown>): InboxAddress => ({
  kind: kind === 'reports' || kind === 'messages' ? kind : undefined,
  status: status === 'accepted' || status === 'rejected' || status === 'all' ? status : undefined,
})
