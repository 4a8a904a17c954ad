import { describe, expect, test } from 'vitest'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import {
  createTestDatabase,
  openTestDatabase,
  openDatabaseUntilTestEnds,
  testOnBothDatabases,
} from '../../testing/database-fixtures.ts'
import { createTestSigningKeyContext } from '../../testing/signing-key-context-fixtures.ts'
import { testServerKey } from '../../testing/server-key-fixtures.ts'
import { ensureSigningKeys } from './ensure-signing-keys.ts'
import { createTokenSigningKeyCache } from './token-signing-key-cache.ts'
import type { TokenSigningKeySet } from './token-signing-key-set.ts'
import { rotateSigningKeys } from './rotate-signing-keys.ts'

const start = Date.parse('2026-01-15T12:00:00.000Z')
const hour = 3_600_000
const day = 24 * hour
const tokenLife = hour + 60_000

const kidsOf = ({ jwks }: TokenSigningKeySet): (string | undefined)[] => jwks.keys.map(({ kid }) => kid)

/** Counts queries and can make them fail. */
function watch(queries: DatabaseQueryBuilder): {
  queries: DatabaseQueryBuilder
  seen: { reads: number; trouble: Error | null }
} {
  const seen: { reads: number; trouble: Error | null } = { reads: 0, trouble: null }
  const watched = new Proxy(queries, {
    get: (target, name) => {
      if (name === 'selectFrom') {
        seen.reads++
        if (seen.trouble !== null) throw seen.trouble
      }
      const value = target[name as keyof DatabaseQueryBuilder] as unknown
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value
    },
  })
  return { queries: watched, seen }
}

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

describe('token signing key cache', () => {
  test('O12: is the same on every instance within two seconds, without a restart', async () => {
    const address = await createTestDatabase('sqlite')
    const [one, two] = [openDatabaseUntilTestEnds(address), openDatabaseUntilTestEnds(address)]
    const world = createTestSigningKeyContext(one)
    await ensureSigningKeys(world, start)
    let now = start
    const rings = [one, two].map(({ queries }) =>
      createTokenSigningKeyCache({ queries, serverKey: testServerKey, clock: () => now }),
    )
    const sets = async (): Promise<TokenSigningKeySet[]> => Promise.all(rings.map((ring) => ring.current()))
    const versions = async (): Promise<number> => new Set((await sets()).map(({ version }) => version)).size
    const [before] = (await sets()) as [TokenSigningKeySet]
    expect(await versions()).toBe(1)
    await rotateSigningKeys(world, now)
    now += 2000
    expect(await versions()).toBe(1)
    expect(kidsOf((await sets())[1] as TokenSigningKeySet)).toHaveLength(2)
    await rotateSigningKeys(world, now, { immediately: true })
    now += 2000
    expect(await versions()).toBe(1)
    expect(kidsOf((await sets())[1] as TokenSigningKeySet)).toHaveLength(1)
    expect(kidsOf((await sets())[1] as TokenSigningKeySet)).not.toEqual(kidsOf(before))
  })

  test('reads at most once in two seconds, and returns the same object while nothing changes', async () => {
    const database = await openTestDatabase('sqlite')
    await ensureSigningKeys(createTestSigningKeyContext(database), start)
    const { queries, seen } = watch(database.queries)
    let now = start
    const ring = createTokenSigningKeyCache({ queries, serverKey: testServerKey, clock: () => now })
    const sets = await Promise.all(Array.from({ length: 20 }, () => ring.current()))
    now += 1999
    sets.push(await ring.current())
    expect(seen.reads).toBe(1)
    now += 1
    sets.push(await ring.current(), await ring.current())
    expect(seen.reads).toBe(2)
    // Keys are reread after the clock is set back.
    now -= day
    sets.push(await ring.current(), await ring.current())
    expect(seen.reads).toBe(3)
    expect(new Set(sets).size).toBe(1)
  })

  test('changes its keys exactly at the scheduled time', async () => {
    const database = await openTestDatabase('sqlite')
    const world = createTestSigningKeyContext(database)
    await ensureSigningKeys(world, start)
    await rotateSigningKeys(world, start)
    let now = start + day - 1
    const ring = createTokenSigningKeyCache({ queries: database.queries, serverKey: testServerKey, clock: () => now })
    const [first, second] = kidsOf(await ring.current())
    now += 1
    expect(kidsOf(await ring.current())).toEqual([second, first])
    now += tokenLife - 1
    expect(kidsOf(await ring.current())).toEqual([second, first])
    now += 1
    expect(kidsOf(await ring.current())).toEqual([second])
  })

  testOnBothDatabases('O12: keeps rotating by the clock while the database is unavailable', async (kind) => {
    const database = await openTestDatabase(kind)
    const world = createTestSigningKeyContext(database)
    await ensureSigningKeys(world, start)
    await rotateSigningKeys(world, start)
    const { queries, seen } = watch(database.queries)
    let now = start
    const ring = createTokenSigningKeyCache({ queries, serverKey: testServerKey, clock: () => now })
    const [first, second] = kidsOf(await ring.current())
    seen.trouble = away
    now = start + hour
    expect(kidsOf(await ring.current())).toEqual([first, second])
    now = start + day
    expect(kidsOf(await ring.current())).toEqual([second, first])
    now = start + day + tokenLife
    expect(kidsOf(await ring.current())).toEqual([second])
    const { reads } = seen
    await ring.current()
    expect(seen.reads).toBe(reads)

    seen.trouble = null
    await rotateSigningKeys(world, now, { immediately: true })
    now += 2000
    expect(kidsOf(await ring.current())).not.toContain(second)
  })

  test('fails if the keys were never read, and on errors unrelated to the database', async () => {
    const database = await openTestDatabase('sqlite')
    await ensureSigningKeys(createTestSigningKeyContext(database), start)
    const { queries, seen } = watch(database.queries)
    let now = start
    const ring = createTokenSigningKeyCache({ queries, serverKey: testServerKey, clock: () => now })
    seen.trouble = away
    await expect(ring.current()).rejects.toBe(away)
    seen.trouble = null
    expect(kidsOf(await ring.current())).toHaveLength(1)
    now += 2000
    seen.trouble = new Error('a fault of ours')
    await expect(ring.current()).rejects.toThrow('a fault of ours')
  })
})
