// What every run of the simulation begins with: the schema, keys that everybody knows, and one application. Made once in a process, always the same.
import { createPrivateKey } from 'node:crypto'
import { ensureLogKey } from '../../../server/src/audit-log/checkpoints/sign.ts'
import type { Random } from '../../../server/src/platform/clock.ts'
import { migrate } from '../../../server/src/platform/database/migrate.ts'
import type { Database } from '../../../server/src/platform/database/open-database.ts'
import { addApplication } from '../../../server/src/store/applications/add.ts'
import { completeDefinition } from '../../../server/src/store/applications/presets.ts'
import { insertKey } from '../../../server/src/store/signing-keys/store.ts'
import { wrapKey } from '../../../server/src/platform/wrap-key.ts'
import { testServerKey } from '../../../server/src/testing/test-server-key.ts'
import { rotatingApplication } from '../application-client.ts'
import { clientSecret } from '../clients/apply.ts'
import { settingsOfSite } from '../history/settings.ts'

/** When every run begins. */
export const simulationStart = Date.parse('2026-01-15T12:00:00.000Z')

/** The key that tokens are signed with: of simulations, and known to everybody. It must never sign anything that counts. */
const testSigningKey = {
  kty: 'EC',
  crv: 'P-256',
  d: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE',
  x: 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY',
  y: 'T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
}

/** Brings an empty database to that state. */
export async function prepareDatabase(database: Database, random: Random): Promise<void> {
  const { queries } = database
  await migrate(database)
  const { kty, crv, x, y, d } = testSigningKey
  // Whoever reads it finds a key, or this fails here and not in a run.
  createPrivateKey({ key: testSigningKey, format: 'jwk' })
  const name = { id: 'test-signing-key', algorithm: 'ES256' } as const
  await queries.transaction().execute((transaction) =>
    insertKey(transaction, {
      ...name,
      generation: 1,
      public_key: JSON.stringify({ kty, crv, x, y }),
      private_key: wrapKey(testServerKey, random, name, { kty, crv, x, y, d }),
      created_at: simulationStart,
      active_from: simulationStart,
      retires_at: null,
    }),
  )
  const origin = settingsOfSite['COUNTERSIGN_ORIGIN'] ?? ''
  await ensureLogKey({ queries, random, serverKey: testServerKey, origin }, simulationStart)
  const { secretEnvironment: _secret, ...input } = rotatingApplication
  const completed = completeDefinition(input)
  if (completed.outcome === 'faulty') throw new Error(JSON.stringify(completed.faults))
  const { definition } = completed
  await addApplication({ queries, random }, { definition, origin: 'operator', secret: clientSecret }, simulationStart)
}
