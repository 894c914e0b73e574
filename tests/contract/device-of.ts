import { onTestFinished } from 'vitest'
import { signIn } from '../../client/store/person.ts'
import { Device } from '../sync/device.ts'

/** A device of the user, until the test ends; 0 for one without an account. */
export async function deviceOf(userId: number): Promise<Device> {
  const device = new Device()
  if (userId !== 0) await signIn(device.database, userId)
  onTestFinished(() => device.database.close())
  return device
}
