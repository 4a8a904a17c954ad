// Sessions in IndexedDB, the only storage that keeps a key without making it readable. If the
// browser refuses it (some private windows), sessions last as long as the page.
import type { SessionStore, StoredSession } from './client-environment.ts'

const databaseName = 'countersign'
const storeName = 'sessions'

export function createIndexedDbSessionStore(): SessionStore {
  const memory = new Map<string, StoredSession>()
  let database: Promise<IDBDatabase | null> | undefined

  async function run(
    mode: IDBTransactionMode,
    request: (store: IDBObjectStore) => IDBRequest,
    otherwise: () => unknown,
  ): Promise<unknown> {
    const open = await (database ??= openDatabase().catch(() => null))
    if (open === null) return otherwise()
    return new Promise((resolve, reject) => {
      const transaction = open.transaction(storeName, mode)
      const pending = request(transaction.objectStore(storeName))
      transaction.addEventListener('complete', () => resolve(pending.result))
      transaction.addEventListener('abort', () => reject(transaction.error as Error))
    })
  }

  return {
    read: async (key) => {
      const found = await run(
        'readonly',
        (store) => store.get(key),
        () => memory.get(key),
      )
      return (found as StoredSession | undefined) ?? null
    },
    write: async (key, session) => {
      await run(
        'readwrite',
        (store) => store.put(session, key),
        () => memory.set(key, session),
      )
    },
    remove: async (key) => {
      await run(
        'readwrite',
        (store) => store.delete(key),
        () => memory.delete(key),
      )
    },
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as Error))
  })
}
