// What signing keys are made with in tests: only ES256, because pairs for RS256 take long, and the times of the defaults.
import { limits } from '@countersign/api/limits'
import type { LimitName, Limits } from '@countersign/api/limits'
import type { KeyWorld } from '../store/signing-keys/make-keys.ts'
import { systemRandom } from '../platform/clock.ts'
import type { Database } from '../platform/database/open-database.ts'
import { testServerKey } from './test-server-key.ts'

const defaults = Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, limit.default])) as Record<
  LimitName,
  number
> as Limits

/** A world for keys on a database. */
export const createKeyWorld = ({ queries }: Database, changes: Partial<KeyWorld> = {}): KeyWorld => ({
  queries,
  random: systemRandom,
  serverKey: testServerKey,
  limits: defaults,
  algorithms: ['ES256'],
  ...changes,
})
