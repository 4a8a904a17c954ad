import { ServerStartupError } from '../../platform/server-startup-error.ts'
import type { SigningKeysTable } from '../../platform/database/database-schema.ts'
import { computeTokenSigningKeyRotationStates } from './compute-token-signing-key-rotation-states.ts'
import { unwrapPrivateKey } from '../../platform/wrap-private-key.ts'

/** @throws ServerStartupError if the master key cannot decrypt a key that is still in use */
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
    'COUNTERSIGN_KEY_FILE: the file cannot decrypt the signing keys in this database. Restore the file that belongs to this database; ' +
      'instances that share a database must use the same file. If the file is permanently lost, "countersign keys rotate --now --key-file-lost" ' +
      'creates new signing keys with this file.',
  )
}
