import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { readOrCreateServerMasterKey, readServerMasterKey } from '../../platform/read-or-create-server-master-key.ts'
import { ServerStartupError } from '../../platform/server-startup-error.ts'
import { computeTokenSigningKeyRotationStates } from './compute-token-signing-key-rotation-states.ts'
import { listSigningKeys } from './token-signing-key-store.ts'

/** @throws ServerStartupError if the file is unusable, or missing but needed by the database */
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
    `COUNTERSIGN_KEY_FILE: ${JSON.stringify(path)} does not exist, and the signing keys in the database can be decrypted only with the file they ` +
      'were encrypted with. Restore it; instances that share a database must use the same file. If the file is permanently lost, ' +
      '"countersign keys rotate --now --key-file-lost" creates a new file and new signing keys.',
  )
}
