// The keys of a moment as a test reads them, past the ring that remembers them for a while.
import { createSigningKeySet } from '../store/signing-keys/signing-key-set.ts'
import type { SigningKeySet } from '../store/signing-keys/signing-key-set.ts'
import { listSigningKeysWithPrivateKey } from '../store/signing-keys/signing-key-store.ts'
import type { DatabaseQueries } from '../platform/database/open-database.ts'

export async function readSigningKeySet(
  queries: DatabaseQueries,
  serverKey: Buffer,
  now: number,
): Promise<SigningKeySet> {
  return createSigningKeySet(await listSigningKeysWithPrivateKey(queries), serverKey, now)
}
