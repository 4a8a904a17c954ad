// Refuses to work with a key of the server that does not belong to the database: tokens could not be signed, or other
// instances could not read what this one writes.
import { ServerStartupError } from '../../platform/server-startup-error.ts'
import type { SigningKeysTable } from '../../platform/database/database-schema.ts'
import { computeTokenSigningKeyRotationStates } from './compute-token-signing-key-rotation-states.ts'
import { unwrapPrivateKey } from '../../platform/wrap-private-key.ts'

/**
 * @throws ServerStartupError where a key that is not gone was encrypted with another key of the server
 */
export function checkServerMasterKeyMatchesDatabase(
  serverKey: Buffer,
  keys: readonly SigningKeysTable[],
  now: number,
): void {
  const isForeign = computeTokenSigningKeyRotationStates(keys, now).some(
    ({ key, state }) =>
      state !== 'gone' && key.private_key !== null && unwrapPrivateKey(serverKey, key, key.private_key) === null,
  )
  if (!isForeign) return
  throw new ServerStartupError(
    'key.unusable',
    'COUNTERSIGN_KEY_FILE: the file does not open the signing keys in this database. Restore the file that belongs to this database; ' +
      'instances that share a database share one file. Where it is lost for good, "countersign keys rotate --now --key-file-lost" ' +
      'makes new signing keys with this file.',
  )
}
