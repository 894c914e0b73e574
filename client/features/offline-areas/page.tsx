import { useEffect } from 'react'
import { ChooseArea } from './choose.tsx'
import { lookForNewerMaps, manageAreas } from './downloads.ts'
import { OfflineLead } from './lead.tsx'
import { StorageUsage } from './storage.tsx'
import { DownloadedAreas } from './downloaded.tsx'
import { AREA_TEXTS as T } from './texts.ts'
import { useTitle } from '../../platform/title.ts'
import { PageTitle } from '../../ui/page-title.tsx'

/** What is stored on this device, and areas to download for offline use. */
export default function Offline() {
  useTitle(T.title)
  useEffect(() => {
    manageAreas()
    void lookForNewerMaps()
  }, [])
  return (
    <div className="wrap stack gap-6 py-7 md:py-10">
      <div className="grid gap-2">
        <PageTitle>{T.title}</PageTitle>
        <OfflineLead />
      </div>
      <div className="stack gap-6 lg:grid-cols-2">
        <div className="grid content-start gap-6">
          <ChooseArea />
          <StorageUsage />
        </div>
        <DownloadedAreas />
      </div>
    </div>
  )
}
