import { useState } from 'react'
import { useTitle } from '../ui/title.ts'
import { addressOf, readLog } from './api.ts'
import { useAdminRead } from './calls.ts'
import { CELL, Head, Heading, Instead, sayDate, ShowMore, TableBox } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.acts
const STEP = 50

/** What administrators did. */
export default function Acts() {
  useTitle(T.title)
  const [limit, setLimit] = useState(STEP)
  const read = useAdminRead(addressOf('log', { limit }), readLog)
  const { data } = read
  return (
    <div className="stack gap-5">
      <Heading title={T.title} lead={T.lead} />
      {data === undefined && <Instead read={read} error={T.error} />}
      {data?.total === 0 && <p className="text-muted">{T.empty}</p>}
      {data !== undefined && data.total > 0 && (
        <div className="card stack gap-3 p-4">
          <TableBox label={T.title}>
            <table className="w-full border-collapse">
              <thead><tr><Head>{T.when}</Head><Head>{T.who}</Head><Head>{T.what}</Head><Head>{T.which}</Head><Head>{T.details}</Head></tr></thead>
              <tbody>
                {data.rows.map(({ id, createdAt, username, act, subject, details }) => (
                  <tr key={id}>
                    <td className={`${CELL} whitespace-nowrap`}>{sayDate(createdAt)}</td>
                    <td className={CELL}>{username ?? T.commandLine}</td>
                    <td className={CELL}>{T.names[act]}</td>
                    <td className={CELL}>{subject}</td>
                    <td className={`${CELL} min-w-64`}>{details}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableBox>
          <ShowMore shown={data.rows.length} total={data.total} step={STEP} onMore={() => setLimit(limit + STEP)} />
        </div>
      )}
    </div>
  )
}
