// Reads the current signing keys, bypassing the cached key ring.
import { createTokenSigningKeySet } from '../store/signing-keys/token-signing-key-set.ts'
import type { TokenSigningKeySet } from '../store/signing-keys/token-signing-key-set.ts'
import { listSigningKeysWithPrivateKey } from '../store/signing-keys/token-signing-key-store.ts'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'

export async function readSigningKeySetForTests(
  queries: DatabaseQueryBuilder,
  serverKey: Buffer,
  now: number,
): Promise<TokenSigningKeySet> {
  return createTokenSigningKeySet(await listSigningKeysWithPrivateKey(queries), serverKey, now)
}
