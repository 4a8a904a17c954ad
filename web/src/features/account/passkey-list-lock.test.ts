import { describe, expect, test } from 'vitest'
import { withPasskeyCreationLock, withPasskeyListLock } from './passkey-list-lock.ts'
import type { PasskeyListLocks } from './passkey-list-lock.ts'

/** One exclusive lock at a time; shared requests are refused meanwhile, as with `ifAvailable`. */
function createFakeLocks() {
  let isHeld = false
  const request = async (_name: string, options: LockOptions, run: (lock: Lock | null) => unknown) => {
    if (isHeld && options.ifAvailable !== true) throw new DOMException('', 'TimeoutError')
    if (isHeld || options.mode === 'shared') return run(isHeld ? null : ({} as Lock))
    isHeld = true
    try {
      return await run({} as Lock)
    } finally {
      isHeld = false
    }
  }
  return { request } as unknown as PasskeyListLocks
}

describe('the lock of the passkey list', () => {
  test('P19: forbids signaling a list that is read while a passkey is being created', async () => {
    const locks = createFakeLocks()
    const read = () => withPasskeyListLock(async (maySignal) => maySignal, locks)
    expect(await read()).toBe(true)
    expect(await withPasskeyCreationLock(read, locks)).toBe(false)
    expect(await read()).toBe(true)
  })

  test('lets a creation start anyway when another tab is stuck, and only once', async () => {
    const locks = createFakeLocks()
    let starts = 0
    const create = async () => void (starts += 1)
    await withPasskeyCreationLock(() => withPasskeyCreationLock(create, locks), locks)
    expect(starts).toBe(1)
  })

  test('passes on the error of a creation without repeating it', async () => {
    let starts = 0
    const create = () => {
      starts += 1
      return Promise.reject(new Error('refused'))
    }
    await expect(withPasskeyCreationLock(create, createFakeLocks())).rejects.toThrow('refused')
    expect(starts).toBe(1)
  })

  test('P19: lists are read once but never signaled if the browser refuses locks', async () => {
    let reads = 0
    const locks: PasskeyListLocks = { request: () => Promise.reject(new DOMException('', 'SecurityError')) }
    const read = async (maySignal: boolean) => {
      reads += 1
      return maySignal
    }
    expect(await withPasskeyListLock(read, locks)).toBe(false)
    expect(reads).toBe(1)
  })

  test('P19: without locks, lists are read but never signaled', async () => {
    expect(await withPasskeyListLock(async (maySignal) => maySignal, null)).toBe(false)
    expect(await withPasskeyCreationLock(async () => 'created', null)).toBe('created')
  })
})
