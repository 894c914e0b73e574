/** What the address of `/admin` carries. */
export const readAdminAddress = ({ tab }: Record<string, unknown>): { tab?: 'analytics' } =>
  tab === 'analytics' ? { tab } : {}

/** What the address of `/admin/inbox` carries: which list, and which of it. New submissions where it does not say. */
export interface InboxAddress {
  kind?: 'reports' | 'messages'
  status?: 'accepted' | 'rejected' | 'all'
}

export const readInboxAddress = ({ kind, status }: Record<string, unknown>): InboxAddress => ({
  ...(kind === 'reports' || kind === 'messages' ? { kind } : {}),
  ...(status === 'accepted' || status === 'rejected' || status === 'all' ? { status } : {}),
})
