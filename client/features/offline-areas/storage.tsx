import { useEffect, useState } from 'react'
import { totalBytes } from '../../store/area-maps.ts'
import { deletesUnvisited } from '../../platform/unvisited.ts'
import { useDownloadedAreas } from './downloaded.tsx'
import { AREA_TEXTS as T, formatBytes } from './texts.ts'

interface StorageInfo {
  usage: number | undefined
  quota: number | undefined
  persisted: boolean
}

/**
 * Storage used on this device, and whether it is persistent. Measured again whenever the size of the areas
 * changes.
 */
export function StorageUsage() {
  const areas = totalBytes(useDownloadedAreas() ?? [])
  return <StorageUsageFor key={areas} areas={areas} />
}

function StorageUsageFor({ areas }: { areas: number }) {
  const [storage, setStorage] = useState<StorageInfo>()
  useEffect(() => {
    const measure = async () => {
      const [{ usage, quota }, persisted] = await Promise.all([
        navigator.storage.estimate(),
        navigator.storage.persisted(),
      ])
      setStorage({ usage, quota, persisted })
    }
    measure().catch(() => setStorage({ usage: undefined, quota: undefined, persisted: false }))
  }, [])
  return (
    <section aria-labelledby="room" className="grid content-start gap-3">
      <h2 id="room" className="text-xl">
        {T.storage}
      </h2>
      <dl className="grid gap-y-1">
        <div className="flex flex-wrap gap-x-4">
          <dt>{T.areasUse}</dt>
          <dd className="font-semibold">{formatBytes(areas)}</dd>
        </div>
        <div className="flex flex-wrap gap-x-4">
          <dt>{T.allUse}</dt>
          <dd className="font-semibold">
            {storage?.usage === undefined || storage.quota === undefined
              ? T.unknown
              : T.usage(storage.usage, storage.quota)}
          </dd>
        </div>
      </dl>
      {deletesUnvisited() && <p>{T.unvisited}</p>}
      {storage && <p className="text-s text-muted">{storage.persisted ? T.persistent : T.notPersistent}</p>}
    </section>
  )
}
