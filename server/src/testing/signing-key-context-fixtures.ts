// Signing keys for tests: only ES256, because RS256 keys are slow to generate.
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import type { ServerLimitName, ServerLimitValues } from '@countersign/api/server-limits'
import type { SigningKeyContext } from '../store/signing-keys/create-next-signing-keys.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import type { Database } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { testServerKey } from './server-key-fixtures.ts'

const defaults = Object.fromEntries(
  Object.entries(serverLimitDefinitions).map(([name, limit]) => [name, limit.default]),
) as Record<ServerLimitName, number> as ServerLimitValues

export const createTestSigningKeyContext = (
  { queries }: Database,
  changes: Partial<SigningKeyContext> = {},
): SigningKeyContext => ({
  queries,
  random: systemRandomBytes,
  serverKey: testServerKey,
  limits: defaults,
  algorithms: ['ES256'],
  ...changes,
})
