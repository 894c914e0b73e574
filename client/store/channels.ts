/**
 * A channel that reaches no other page or worker. Firefox refuses to create a real one while the site may store nothing,
 * and the app then runs without storage.
 */
class SilentChannel extends EventTarget {
  postMessage(): void {}
  close(): void {}
}

// Imported before whatever creates channels, such as Dexie.
try {
  new BroadcastChannel('').close()
} catch {
  Object.assign(globalThis, { BroadcastChannel: SilentChannel })
}
