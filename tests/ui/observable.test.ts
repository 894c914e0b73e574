import { describe, expect, test } from 'vitest'
import { createObservable } from '../../client/platform/observable.ts'

describe('an observable', () => {
  test('notifies its listeners after a change, and not when the value stays the same', () => {
    const observable = createObservable(1)
    const seen: number[] = []
    const unsubscribe = observable.subscribe(() => seen.push(observable.current()))
    observable.set(2)
    observable.set(2)
    unsubscribe()
    observable.set(3)
    expect(seen).toEqual([2])
    expect(observable.current()).toBe(3)
  })

  test('is connected while it has listeners', () => {
    const calls: string[] = []
    const observable = createObservable(null, () => {
      calls.push('connect')
      return () => calls.push('disconnect')
    })
    const first = observable.subscribe(() => undefined)
    const second = observable.subscribe(() => undefined)
    first()
    first()
    expect(calls).toEqual(['connect'])
    second()
    expect(calls).toEqual(['connect', 'disconnect'])
    observable.subscribe(() => undefined)()
    expect(calls).toEqual(['connect', 'disconnect', 'connect', 'disconnect'])
  })
})
