// The database that every run starts from is always identical.
import { createPrivateKey } from 'node:crypto'
import { ensureAuditLogSigningKey } from '../../../server/src/audit-log/checkpoints/sign-audit-log-checkpoint.ts'
import type { RandomBytes } from '../../../server/src/platform/clock.ts'
import { runMigrations } from '../../../server/src/platform/database/run-migrations.ts'
import type { Database } from '../../../server/src/platform/database/open-sqlite-or-postgres-database.ts'
import { addApplication } from '../../../server/src/store/applications/add-application.ts'
import { validateAndFillApplicationDefinition } from '../../../server/src/store/applications/validate-and-fill-application-definition.ts'
import { insertSigningKey } from '../../../server/src/store/signing-keys/token-signing-key-store.ts'
import { wrapPrivateKey } from '../../../server/src/platform/wrap-private-key.ts'
import { testServerKey } from '../../../server/src/testing/server-key-fixtures.ts'
import { rotatingOidcRelyingPartyTestDefinition } from '../relying-party-test-client.ts'
import { testClientSecret } from '../clients/apply-test-application-definitions.ts'
import { serverClusterTestSettings } from '../history-checker/server-cluster-test-settings.ts'

export const simulationStartTime = Date.parse('2026-01-15T12:00:00.000Z')

/** A public test key for tokens. It must never sign anything else. */
const testSigningKey = {
  kty: 'EC',
  crv: 'P-256',
  d: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE',
  x: 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY',
  y: 'T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
}

export async function prepareInitialSimulationDatabase(database: Database, random: RandomBytes): Promise<void> {
  const { queries } = database
  await runMigrations(database)
  const { kty, crv, x, y, d } = testSigningKey
  createPrivateKey({ key: testSigningKey, format: 'jwk' })
  const name = { id: 'test-signing-key', algorithm: 'ES256' } as const
  await queries.transaction().execute((transaction) =>
    insertSigningKey(transaction, {
      ...name,
      generation: 1,
      public_key: JSON.stringify({ kty, crv, x, y }),
      private_key: wrapPrivateKey(testServerKey, random, name, { kty, crv, x, y, d }),
      created_at: simulationStartTime,
      active_from: simulationStartTime,
      retires_at: null,
    }),
  )
  const origin = serverClusterTestSettings['COUNTERSIGN_ORIGIN'] ?? ''
  await ensureAuditLogSigningKey({ queries, random, serverKey: testServerKey, origin }, simulationStartTime)
  const { secretEnvironment: _secret, ...input } = rotatingOidcRelyingPartyTestDefinition
  const completed = validateAndFillApplicationDefinition(input)
  if (completed.outcome === 'invalid') throw new Error(JSON.stringify(completed.errors))
  const { definition } = completed
  await addApplication(
    { queries, random },
    { definition, origin: 'operator', secret: testClientSecret },
    simulationStartTime,
  )
}
