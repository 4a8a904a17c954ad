// Tests the session store with the real IndexedDB.
import { afterEach, expect, test, vi } from 'vitest'
import { createIndexedDbSessionStore } from './indexed-db-session-store.ts'

const store = createIndexedDbSessionStore()

async function createSession(refreshToken: string) {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  return { subject: 'person-1', refreshToken, idToken: null, keys }
}

afterEach(async () => {
  vi.restoreAllMocks()
  await store.remove('test')
})

test('no connection stays open, so the browser can delete the database, and the store works again', async () => {
  await store.write('test', await createSession('refresh-1'))
  const event = await new Promise<string>((resolve) => {
    const request = indexedDB.deleteDatabase('countersign')
    for (const type of ['success', 'blocked', 'error']) request.addEventListener(type, () => resolve(type))
  })
  expect(event).toBe('success')
  expect(await store.read('test')).toBe(null)
  await store.write('test', await createSession('refresh-2'))
  expect(await createIndexedDbSessionStore().read('test')).toMatchObject({ refreshToken: 'refresh-2' })
})

test('if the browser refuses the database or the session, it lasts as long as the page', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The object could not be cloned.', 'DataCloneError')
  })
  await store.write('test', await createSession('refresh-1'))
  expect(await store.read('test')).toMatchObject({ refreshToken: 'refresh-1' })
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError')
  })
  expect(await store.read('test')).toMatchObject({ refreshToken: 'refresh-1' })
  await store.remove('test')
  expect(await store.read('test')).toBe(null)
})
