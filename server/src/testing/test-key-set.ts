// The keys of a moment as a test reads them, past the ring that remembers them for a while.
import { openKeySet } from '../store/signing-keys/key-set.ts'
import type { KeySet } from '../store/signing-keys/key-set.ts'
import { listWholeKeys } from '../store/signing-keys/store.ts'
import type { Queries } from '../platform/database/open-database.ts'

export async function readKeySet(queries: Queries, serverKey: Buffer, now: number): Promise<KeySet> {
  return openKeySet(await listWholeKeys(queries), serverKey, now)
}
