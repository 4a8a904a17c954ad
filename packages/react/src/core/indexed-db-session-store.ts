// Sessions in IndexedDB, the only storage that keeps a key without making it readable. If the
// browser refuses it (some private windows), sessions last as long as the page.
import type { SessionStore, StoredSession } from './client-environment.ts'

const databaseName = 'countersign'
const storeName = 'sessions'

export function createIndexedDbSessionStore(): SessionStore {
  const memory = new Map<string, StoredSession>()
  return {
    read: async (key) => {
      const found = memory.get(key) ?? (await run('readonly', (store) => store.get(key)))
      return (found as StoredSession | undefined) ?? null
    },
    write: async (key, session) => {
      const storedKey = await run('readwrite', (store) => store.put(session, key)).catch(() => undefined)
      if (storedKey === undefined) memory.set(key, session)
      else memory.delete(key)
    },
    remove: async (key) => {
      memory.delete(key)
      await run('readwrite', (store) => store.delete(key))
    },
  }
}

/**
 * With a connection of its own, because browsers close connections of pages that are in the
 * background for long.
 * @returns undefined if the browser refuses to open the database
 */
async function run(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await openDatabase().catch(() => null)
  if (database === null) return undefined
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(storeName, mode)
    const pending = request(transaction.objectStore(storeName))
    transaction.addEventListener('complete', () => resolve(pending.result))
    transaction.addEventListener('abort', () => reject(transaction.error as Error))
  }).finally(() => database.close())
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as Error))
  })
}
