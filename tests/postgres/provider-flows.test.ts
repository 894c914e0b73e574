import { expect, onTestFinished, test } from 'vitest'
import { openProviderSignIn } from '../../server/auth/provider-sign-in.ts'
import type { Providers } from '../../server/auth/providers.ts'
import { writeNames } from '../../server/repositories/store.ts'
import { configIn, createEmpty, openedStore, temporaryFolder } from '../server/harness.ts'

test('starting a sign-in with a provider does not wait for the writes of other people', async () => {
  const store = openedStore(await createEmpty(configIn(temporaryFolder())))
  const google = {
    provider: 'google',
    postsBack: false,
    bind: () => ({ state: 's', nonce: 'n', verifier: 'v' }),
    authorizationUrl: async () => 'https://provider.example/',
  }
  const signIn = openProviderSignIn({
    providers: { google } as unknown as Providers,
    store,
    clock: () => new Date(),
    publicUrl: 'https://offlead.example',
  } as unknown as Parameters<typeof openProviderSignIn>[0])
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  onTestFinished(() => end.resolve())
  const other = store.write(
    () => {
      begun.resolve()
      return end.promise
    },
    { of: [writeNames.person(1)] },
  )
  await begun.promise
  const reply = { setCookie: () => undefined }
  expect(await signIn.start('google', '/', { headers: {} } as never, reply as never)).toBe(
    'https://provider.example/',
  )
  end.resolve()
  await other
})
