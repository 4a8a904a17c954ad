// The server's own key at a start: read, and made only while nothing was encrypted with one. A key that was made beside a
// database that belongs to another one would only be in the way when that one is restored.
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { readOrCreateServerMasterKey, readServerMasterKey } from '../../platform/read-or-create-server-master-key.ts'
import { ServerStartupError } from '../../platform/server-startup-error.ts'
import { computeTokenSigningKeyRotationStates } from './compute-token-signing-key-rotation-states.ts'
import { listSigningKeys } from './token-signing-key-store.ts'

/**
 * @param path the value of the setting `keyFile`
 * @throws ServerStartupError where the file is missing although the database needs it, or cannot be used
 */
export async function loadOrCreateServerMasterKey(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  path: string,
  now: number,
): Promise<Buffer> {
  const key = readServerMasterKey(path)
  if (key !== null) return key
  const isNeeded = computeTokenSigningKeyRotationStates(await listSigningKeys(queries), now).some(
    ({ key: { private_key }, state }) => state !== 'gone' && private_key !== null,
  )
  if (!isNeeded) return readOrCreateServerMasterKey(path, random)
  throw new ServerStartupError(
    'key.unusable',
    `COUNTERSIGN_KEY_FILE: there is no file ${JSON.stringify(path)}, and the signing keys in the database can be opened only by the one they ` +
      'were encrypted with. Restore it; instances that share a database share one file. Where it is lost for good, ' +
      '"countersign keys rotate --now --key-file-lost" makes a new one, and new signing keys with it.',
  )
}
