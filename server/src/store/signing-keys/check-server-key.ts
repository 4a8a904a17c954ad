// Refuses to work with a key of the server that does not belong to the database: tokens could not be signed, or other
// instances could not read what this one writes.
import { StartFault } from '../../platform/start-fault.ts'
import type { SigningKeysTable } from '../../platform/database/schema.ts'
import { stateKeys } from './state.ts'
import { unwrapKey } from '../../platform/wrap-key.ts'

/**
 * @throws StartFault where a key that is not gone was encrypted with another key of the server
 */
export function checkServerKey(serverKey: Buffer, keys: readonly SigningKeysTable[], now: number): void {
  const isForeign = stateKeys(keys, now).some(
    ({ key, state }) =>
      state !== 'gone' && key.private_key !== null && unwrapKey(serverKey, key, key.private_key) === null,
  )
  if (!isForeign) return
  throw new StartFault(
    'key.unusable',
    'COUNTERSIGN_KEY_FILE: the file does not open the signing keys in this database. Restore the file that belongs to this database; ' +
      'instances that share a database share one file. Where it is lost for good, "countersign keys rotate --now --key-file-lost" ' +
      'makes new signing keys with this file.',
  )
}
