import { ProfilePage } from '../features/account/profile.tsx'
import { WaitingToSync } from '../features/outbox/section.tsx'

/** The profile, with the section about unsent changes. */
export default function ProfileRoute() {
  return <ProfilePage unsent={<WaitingToSync />} />
}
