// The server's own key at a start: read, and made only while nothing was encrypted with one. A key that was made beside a
// database that belongs to another one would only be in the way when that one is restored.
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { loadServerKey, readServerKey } from '../../platform/server-key.ts'
import { StartFault } from '../../platform/start-fault.ts'
import { stateKeys } from './state.ts'
import { listKeys } from './store.ts'

/**
 * @param path the value of the setting `keyFile`
 * @throws StartFault where the file is missing although the database needs it, or cannot be used
 */
export async function openServerKey(
  { queries, random }: { queries: Queries; random: Random },
  path: string,
  now: number,
): Promise<Buffer> {
  const key = readServerKey(path)
  if (key !== null) return key
  const isNeeded = stateKeys(await listKeys(queries), now).some(
    ({ key: { private_key }, state }) => state !== 'gone' && private_key !== null,
  )
  if (!isNeeded) return loadServerKey(path, random)
  throw new StartFault(
    'key.unusable',
    `COUNTERSIGN_KEY_FILE: there is no file ${JSON.stringify(path)}, and the signing keys in the database can be opened only by the one they ` +
      'were encrypted with. Restore it; instances that share a database share one file. Where it is lost for good, ' +
      '"countersign keys rotate --now --key-file-lost" makes a new one, and new signing keys with it.',
  )
}
