import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JWK } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { createTestSigningKeyContext } from '../../testing/signing-key-context-fixtures.ts'
import {
  createTestDatabase,
  databaseKinds,
  openTestDatabase,
  openDatabaseUntilTestEnds,
} from '../../testing/database-fixtures.ts'
import { testServerKey } from '../../testing/server-key-fixtures.ts'
import { ensureSigningKeys } from './ensure-signing-keys.ts'
import { readSigningKeySetForTests } from '../../testing/read-signing-key-set-for-tests.ts'
import type { SigningKeyContext } from './create-next-signing-keys.ts'
import { rotateSigningKeys, rotateDueSigningKeys } from './rotate-signing-keys.ts'
import { computeTokenSigningKeyRotationStates } from './compute-token-signing-key-rotation-states.ts'
import { eraseRetiredPrivateSigningKeys, listSigningKeys } from './token-signing-key-store.ts'

const start = Date.parse('2026-01-15T12:00:00.000Z')
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** The ID token lifetime plus the clock tolerance. */
const tokenLife = hour + minute

const statesOf = async ({ queries }: Pick<SigningKeyContext, 'queries'>, now: number): Promise<string[]> =>
  computeTokenSigningKeyRotationStates(await listSigningKeys(queries), now).map(
    ({ key, state }) => `${key.algorithm} ${key.generation} ${state}${key.private_key === null ? ' (erased)' : ''}`,
  )

const halves = ({ d: _d, ...half }: JWK): JWK => half

async function verify({ queries }: Database, token: string, now: number): Promise<string> {
  const { jwks } = await readSigningKeySetForTests(queries, testServerKey, now)
  try {
    await jwtVerify(token, createLocalJWKSet({ keys: jwks.keys.map(halves) }), { currentDate: new Date(now) })
    return 'accepted'
  } catch (error) {
    return (error as { code: string }).code
  }
}

const sign = async ({ queries }: Database, now: number, lifeMs = hour): Promise<string> => {
  const iat = Math.floor(now / 1000)
  return (await readSigningKeySetForTests(queries, testServerKey, now)).sign(
    { iat, exp: iat + lifeMs / 1000 },
    { typ: 'JWT', algorithm: 'ES256' },
  )
}

const signerOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid

describe.each(databaseKinds)('signing keys on %s', (kind) => {
  test('become next, current, retiring and gone based only on the clock', async () => {
    const world = createTestSigningKeyContext(await openTestDatabase(kind))
    await ensureSigningKeys(world, start)
    expect(await statesOf(world, start)).toEqual(['ES256 1 current'])
    const [rotation] = await rotateSigningKeys(world, start + hour)
    expect(rotation).toMatchObject({ algorithm: 'ES256', activeFrom: start + hour + day, outcome: 'created' })

    const active = start + hour + day
    expect(await statesOf(world, start + hour)).toEqual(['ES256 1 current', 'ES256 2 next'])
    expect(await statesOf(world, active - 1)).toEqual(['ES256 1 current', 'ES256 2 next'])
    expect(await statesOf(world, active)).toEqual(['ES256 1 retiring', 'ES256 2 current'])
    expect(await statesOf(world, active + tokenLife - 1)).toEqual(['ES256 1 retiring', 'ES256 2 current'])
    expect(await statesOf(world, active + tokenLife)).toEqual(['ES256 1 gone', 'ES256 2 current'])

    expect(await eraseRetiredPrivateSigningKeys(world.queries, active + tokenLife - 1)).toBe(0)
    expect(await eraseRetiredPrivateSigningKeys(world.queries, active + tokenLife)).toBe(1)
    expect(await eraseRetiredPrivateSigningKeys(world.queries, active + tokenLife)).toBe(0)
    expect(await statesOf(world, active + tokenLife)).toEqual(['ES256 1 gone (erased)', 'ES256 2 current'])
    const ids = (await listSigningKeys(world.queries)).map(({ id }) => id)
    expect(await listSequencedAuditEntryTexts(world.queries)).toEqual(
      ids.map(
        (keyId, index) =>
          `signing_key.created success ${JSON.stringify({ algorithm: 'ES256', generation: index + 1, keyId })}`,
      ),
    )
  })

  test('are created once per algorithm', async () => {
    const world = createTestSigningKeyContext(await openTestDatabase(kind), { algorithms: ['ES256', 'RS256'] })
    await ensureSigningKeys(world, start)
    await ensureSigningKeys(world, start + 1)
    expect(await statesOf(world, start)).toEqual(['ES256 1 current', 'RS256 1 current'])
    const [elliptic, rsa] = (await listSigningKeys(world.queries)).map(
      ({ public_key }) => JSON.parse(public_key) as JWK,
    )
    expect(elliptic).toEqual({ kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) })
    expect(rsa).toEqual({ kty: 'RSA', n: expect.any(String), e: 'AQAB' })
    expect(Buffer.from(rsa?.n ?? '', 'base64url')).toHaveLength(256)
  })

  test('are recreated if all keys of an algorithm are gone', async () => {
    const world = createTestSigningKeyContext(await openTestDatabase(kind))
    await ensureSigningKeys(world, start)
    await world.queries.updateTable('signing_keys').set({ private_key: null }).execute()
    await ensureSigningKeys(world, start + 1)
    expect(await statesOf(world, start + 1)).toEqual(['ES256 1 gone (erased)', 'ES256 2 current'])
  })

  test('O12: verify a token for its lifetime despite rotation, and are not accepted afterwards', async () => {
    const database = await openTestDatabase(kind)
    const world = createTestSigningKeyContext(database)
    await ensureSigningKeys(world, start)
    const cached = await readSigningKeySetForTests(database.queries, testServerKey, start + 2 * hour)
    await rotateSigningKeys(world, start + hour)
    const active = start + hour + day

    // The old key's last token stays valid for its full lifetime.
    const last = await sign(database, active - 1)
    expect(await verify(database, last, active - 1)).toBe('accepted')
    expect(await verify(database, last, active)).toBe('accepted')
    expect(await verify(database, last, active + hour - 1001)).toBe('accepted')
    expect(await verify(database, last, active + hour)).toBe('ERR_JWT_EXPIRED')
    expect(await verify(database, last, active + tokenLife)).toBe('ERR_JWKS_NO_MATCHING_KEY')

    // After its retirement, a stolen key is useless, whatever expiry its tokens have.
    const stolen = await cached.sign(
      { exp: Math.floor((active + 365 * day) / 1000) },
      { typ: 'JWT', algorithm: 'ES256' },
    )
    expect(await verify(database, stolen, active + tokenLife)).toBe('ERR_JWKS_NO_MATCHING_KEY')

    // Clients that cached the keys before the change know the new key.
    const early = createLocalJWKSet({
      keys: (await readSigningKeySetForTests(database.queries, testServerKey, start + hour)).jwks.keys.map(halves),
    })
    await jwtVerify(await sign(database, active), early, { currentDate: new Date(active) })
  })

  test('O12: do not sign tokens while their state is next', async () => {
    const database = await openTestDatabase(kind)
    const world = createTestSigningKeyContext(database)
    await ensureSigningKeys(world, start)
    await rotateSigningKeys(world, start)
    const [first, second] = (await listSigningKeys(database.queries)).map(({ id }) => id)
    expect(signerOf(await sign(database, start + day - 1))).toBe(first)
    expect(signerOf(await sign(database, start + day))).toBe(second)
  })

  test('O12: after the clock is set back, a key can still sign and erased keys stay gone', async () => {
    const database = await openTestDatabase(kind)
    const world = createTestSigningKeyContext(database)
    await ensureSigningKeys(world, start)
    await rotateSigningKeys(world, start)
    const [first, second] = (await listSigningKeys(database.queries)).map(({ id }) => id)
    const future = await sign(database, start + day)
    const past = await sign(database, start + day - hour)
    // If the clock is before the first key, that key signs and no other key is created.
    expect(await statesOf(world, start - day)).toEqual(['ES256 1 current', 'ES256 2 next'])
    await ensureSigningKeys(world, start - day)
    expect(await rotateDueSigningKeys(world, start - day)).toBe(0)
    expect(signerOf(await sign(database, start - day))).toBe(first)
    // After the clock is set back, tokens of the newer key stay valid.
    expect(await verify(database, future, start + day - hour)).toBe('accepted')

    await eraseRetiredPrivateSigningKeys(database.queries, start + day + tokenLife)
    expect(await statesOf(world, start)).toEqual(['ES256 1 gone (erased)', 'ES256 2 current'])
    expect(signerOf(await sign(database, start))).toBe(second)
    expect(await verify(database, past, start + day - hour)).toBe('ERR_JWKS_NO_MATCHING_KEY')
  })

  test('sign immediately if there is no current key', async () => {
    const world = createTestSigningKeyContext(await openTestDatabase(kind))
    expect(await rotateSigningKeys(world, start)).toMatchObject([{ activeFrom: start, outcome: 'created' }])
    expect(await statesOf(world, start)).toEqual(['ES256 1 current'])
  })

  test('are not created twice while one is pending', async () => {
    const world = createTestSigningKeyContext(await openTestDatabase(kind))
    await ensureSigningKeys(world, start)
    const [made] = await rotateSigningKeys(world, start)
    expect(await rotateSigningKeys(world, start + hour)).toEqual([{ ...made, outcome: 'pending' }])
    expect(await statesOf(world, start + hour)).toEqual(['ES256 1 current', 'ES256 2 next'])
  })

  test('O12: immediate rotation after a theft rejects all earlier tokens, even with a slow clock', async () => {
    const database = await openTestDatabase(kind)
    const world = createTestSigningKeyContext(database)
    await ensureSigningKeys(world, start)
    await rotateSigningKeys(world, start)
    await rotateSigningKeys(world, start + day)
    const theft = start + day + minute
    const tokens = [await sign(database, start + day - 1), await sign(database, theft)]

    // The pending key also retires, because it may be stolen: tokens signed with it are forged.
    const waiting = await readSigningKeySetForTests(database.queries, testServerKey, start + 2 * day)
    tokens.push(await waiting.sign({ exp: Math.floor((theft + day) / 1000) }, { typ: 'JWT', algorithm: 'ES256' }))
    expect(signerOf(tokens[2] as string)).toBe((await listSigningKeys(database.queries))[2]?.id)
    expect(await rotateSigningKeys(world, theft, { immediately: true })).toMatchObject([
      { outcome: 'created', activeFrom: theft },
    ])
    for (const now of [start, theft, start + 2 * day]) {
      expect(await statesOf(world, now)).toEqual(
        [1, 2, 3].map((generation) => `ES256 ${generation} gone (erased)`).concat('ES256 4 current'),
      )
      for (const token of tokens) expect(await verify(database, token, now)).toBe('ERR_JWKS_NO_MATCHING_KEY')
    }
    expect(await verify(database, await sign(database, theft), theft)).toBe('accepted')
    const gone = (await listSigningKeys(database.queries)).slice(0, 3)
    expect(gone.map(({ retires_at }) => retires_at)).toEqual([theft, theft, theft])
    expect(
      (await listSequencedAuditEntryTexts(database.queries))
        .slice(3)
        .map((line) => line.replace(/,"keyId.*/, ''))
        .sort(),
    ).toEqual([
      'signing_key.created success {"algorithm":"ES256","generation":4',
      'signing_key.retired success {"algorithm":"ES256","generation":1',
      'signing_key.retired success {"algorithm":"ES256","generation":2',
      'signing_key.retired success {"algorithm":"ES256","generation":3',
    ])
  })

  test('rotate automatically when due, early enough to be published first', async () => {
    const database = await openTestDatabase(kind)
    const world = createTestSigningKeyContext(database)
    expect(await rotateDueSigningKeys(world, start)).toBe(0)
    await ensureSigningKeys(world, start)
    const due = start + 89 * day
    expect(await rotateDueSigningKeys(world, due - 1)).toBe(0)
    expect(await rotateDueSigningKeys(world, due)).toBe(1)
    expect(await rotateDueSigningKeys(world, due)).toBe(0)
    expect(await statesOf(world, due + day - 1)).toEqual(['ES256 1 current', 'ES256 2 next'])
    expect(await statesOf(world, due + day)).toEqual(['ES256 1 retiring', 'ES256 2 current'])
    expect(await rotateDueSigningKeys(world, due + day)).toBe(0)
    // Even after a long downtime, the next key is published before it signs.
    expect(await rotateDueSigningKeys(world, due + 1000 * day)).toBe(1)
    expect(await statesOf(world, due + 1000 * day)).toEqual(['ES256 1 gone', 'ES256 2 current', 'ES256 3 next'])
  })

  test('O12: are created once when several instances start or rotate concurrently', async () => {
    const address = await createTestDatabase(kind)
    const worlds = Array.from({ length: 4 }, () => createTestSigningKeyContext(openDatabaseUntilTestEnds(address)))
    await Promise.all(worlds.map((world) => ensureSigningKeys(world, start)))
    const [world] = worlds as [SigningKeyContext]
    expect(await statesOf(world, start)).toEqual(['ES256 1 current'])

    const rotations = await Promise.all(worlds.map((each) => rotateSigningKeys(each, start)))
    expect(rotations.map(([rotation]) => rotation?.outcome).sort()).toEqual([
      'created',
      'pending',
      'pending',
      'pending',
    ])
    expect(new Set(rotations.map(([rotation]) => rotation?.keyId)).size).toBe(1)
    expect(await statesOf(world, start)).toEqual(['ES256 1 current', 'ES256 2 next'])

    const due = start + 90 * day
    const made = await Promise.all(worlds.map((each) => rotateDueSigningKeys(each, due)))
    expect(made.sort()).toEqual([0, 0, 0, 1])
    expect(await statesOf(world, due)).toEqual(['ES256 1 gone', 'ES256 2 current', 'ES256 3 next'])
    expect(await listSequencedAuditEntryTexts(world.queries)).toHaveLength(3)
  })

  test('keep one current key when several instances rotate concurrently after a theft', async () => {
    const address = await createTestDatabase(kind)
    const worlds = Array.from({ length: 3 }, () => createTestSigningKeyContext(openDatabaseUntilTestEnds(address)))
    const [world] = worlds as [SigningKeyContext]
    await ensureSigningKeys(world, start)
    await Promise.all(worlds.map((each, index) => rotateSigningKeys(each, start + hour, { immediately: index > 0 })))
    const states = computeTokenSigningKeyRotationStates(await listSigningKeys(world.queries), start + hour)
    expect(states.filter(({ state }) => state === 'current')).toHaveLength(1)
    expect(states.filter(({ state }) => state === 'retiring')).toHaveLength(0)
    expect(states[0]).toMatchObject({ state: 'gone', key: { private_key: null } })
  })
})
