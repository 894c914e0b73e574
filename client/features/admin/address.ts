/** Query parameters of `/admin`. */
export const readAdminAddress = ({ tab }: Record<string, unknown>): { tab?: 'analytics' } =>
  tab === 'analytics' ? { tab } : {}

/** Query parameters of `/admin/inbox`. Defaults: new submissions. */
export interface InboxAddress {
  kind?: 'reports' | 'messages'
  status?: 'accepted' | 'rejected' | 'all'
}

export const readInboxAddress = ({ kind, status }: Record<string, unknown>): InboxAddress => ({
  ...(kind === 'reports' || kind === 'messages' ? { kind } : {}),
  ...(status === 'accepted' || status === 'rejected' || status === 'all' ? { status } : {}),
})
