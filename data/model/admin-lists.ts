/** Most rows of a list for administrators in one reply. */
export const ADMIN_ROWS_PER_REPLY = 500
/** Most submissions, reports or messages in one reply: each may have 20 kB. */
export const INBOX_ITEMS_PER_REPLY = 100
