import { useEffect, useState } from 'react'
import { useTakenAreas } from './taken.tsx'
import { AREA_TEXTS as T, sayBytes } from './texts.ts'

interface Room {
  usage: number | undefined
  quota: number | undefined
  persisted: boolean
}

/** How much of the device is used, and whether the browser has promised to leave it. Asked anew whenever the areas weigh more or less. */
export function RoomHere() {
  const { list } = useTakenAreas()
  const areas = list.reduce((sum, { bytes }) => sum + bytes, 0)
  return <RoomWith key={areas} areas={areas} />
}

function RoomWith({ areas }: { areas: number }) {
  const [room, setRoom] = useState<Room>()
  useEffect(() => {
    const look = async () => {
      const [{ usage, quota }, persisted] = await Promise.all([
        navigator.storage.estimate(),
        navigator.storage.persisted(),
      ])
      setRoom({ usage, quota, persisted })
    }
    look().catch(() => setRoom({ usage: undefined, quota: undefined, persisted: false }))
  }, [])
  return (
    <section aria-labelledby="room" className="grid content-start gap-3">
      <h2 id="room" className="text-xl">
        {T.room}
      </h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 [.huge-text_&]:grid-cols-1">
        <dt>{T.areasUse}</dt>
        <dd className="font-semibold">{sayBytes(areas)}</dd>
        <dt>{T.allUse}</dt>
        <dd className="font-semibold">
          {room?.usage === undefined || room.quota === undefined
            ? T.unknown
            : T.ofRoom(sayBytes(room.usage), sayBytes(room.quota))}
        </dd>
      </dl>
      {room && <p className="text-s text-muted">{room.persisted ? T.kept : T.notKept}</p>}
    </section>
  )
}
