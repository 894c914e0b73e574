import { readLog } from '../../api/admin.ts'
import { ROW } from '../../ui/list-focus.ts'
import { ListPage } from './list-page.tsx'
import { CELL, Head, formatDate, TableBox } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.activityLog

/** The log of administrators' actions. */
export default function ActivityLog() {
  return (
    <ListPage texts={T} list="log" read={readLog} step={50} className="card stack gap-3 p-4">
      {(rows) => (
        <TableBox label={T.title}>
          <table className="w-full border-collapse">
            <thead>
              <tr>
                <Head>{T.when}</Head>
                <Head>{T.who}</Head>
                <Head>{T.what}</Head>
                <Head>{T.which}</Head>
                <Head>{T.details}</Head>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, createdAt, username, act, subject, details }) => (
                <tr key={id} {...ROW}>
                  <td className={`${CELL} whitespace-nowrap`}>{formatDate(createdAt)}</td>
                  <td className={CELL}>{username ?? T.commandLine}</td>
                  <td className={CELL}>{T.names[act]}</td>
                  <td className={CELL}>{subject}</td>
                  <td className={`${CELL} min-w-64`}>{details}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
    </ListPage>
  )
}
