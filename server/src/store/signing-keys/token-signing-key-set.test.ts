import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import type { JWK } from 'jose'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import Provider from 'oidc-provider'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ServerSettingsError } from '../../platform/parse-server-settings.ts'
import { createTestDatabase, openTestDatabase, testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { createTestSigningKeyContext } from '../../testing/signing-key-context-fixtures.ts'
import { testServerKey } from '../../testing/server-key-fixtures.ts'
import { ensureSigningKeys } from './ensure-signing-keys.ts'
import { readSigningKeySetForTests } from '../../testing/read-signing-key-set-for-tests.ts'
import type { TokenSigningKeySet } from './token-signing-key-set.ts'
import { rotateSigningKeys } from './rotate-signing-keys.ts'
import { listSigningKeys } from './token-signing-key-store.ts'
import { unwrapPrivateKey, wrapPrivateKey } from '../../platform/wrap-private-key.ts'

const start = Date.parse('2026-01-15T12:00:00.000Z')
const day = 86_400_000
const otherServerKey = Buffer.alloc(32, 8)

interface ProviderKeyStore {
  selectForSign: (wanted: { alg: string; use: 'sig' }) => JWK[]
  selectForVerify: (wanted: { alg: string; kid?: string; use: 'sig' }) => JWK[]
}

/** Uses the OIDC provider's own key selection. */
async function openInProvider({ jwks }: TokenSigningKeySet): Promise<ProviderKeyStore> {
  const { default: KeyStore } = (await import(
    join(dirname(new URL(import.meta.resolve('oidc-provider')).pathname), 'helpers/keystore.js')
  )) as {
    default: new (keys: JWK[]) => ProviderKeyStore
  }
  return new KeyStore(jwks.keys)
}

const publicHalf = ({ d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...half }: JWK): JWK => half

describe('token signing key set', () => {
  test('O12: lets the provider sign only with the current key, and publishes the others', async () => {
    const world = createTestSigningKeyContext(await openTestDatabase('sqlite'), { algorithms: ['ES256', 'RS256'] })
    await ensureSigningKeys(world, start)
    await rotateSigningKeys(world, start)
    // Creates one key in each state.
    await rotateSigningKeys({ ...world, algorithms: ['ES256'] }, start + day)
    const at = start + day + 1000
    const keys = await listSigningKeys(world.queries)
    const idOf = (algorithm: string, generation: number): string | undefined =>
      keys.find((key) => key.algorithm === algorithm && key.generation === generation)?.id
    const set = await readSigningKeySetForTests(world.queries, testServerKey, at)
    expect(set.jwks.keys.map(({ kid }) => kid)).toEqual([
      idOf('ES256', 2),
      idOf('RS256', 2),
      idOf('ES256', 3),
      idOf('ES256', 1),
      idOf('RS256', 1),
    ])
    const store = await openInProvider(set)
    for (const alg of ['ES256', 'RS256']) {
      expect(store.selectForSign({ alg, use: 'sig' })[0]?.kid).toBe(idOf(alg, 2))
      for (const generation of alg === 'ES256' ? [1, 2, 3] : [1, 2]) {
        expect(store.selectForVerify({ alg, kid: idOf(alg, generation) as string, use: 'sig' })).toHaveLength(1)
      }
      const token = await set.sign({}, { typ: 'JWT', algorithm: alg as 'ES256' })
      expect(decodeProtectedHeader(token)).toEqual({ alg, kid: idOf(alg, 2), typ: 'JWT' })
    }
    // THREATS O7: a key works only with its own algorithm, whatever the header says.
    for (const alg of ['HS256', 'PS256', 'RS512', 'ES384']) {
      for (const { kid } of set.jwks.keys)
        expect(store.selectForVerify({ alg, kid: kid as string, use: 'sig' })).toEqual([])
    }
    const configuration = { jwks: set.jwks, adapter: () => ({}), features: { devInteractions: { enabled: false } } }
    expect(() => new Provider('https://sign-in.example', configuration as never)).not.toThrow()
  })

  test('O7: verifies a token only with its own type and algorithm', async () => {
    const database = await openTestDatabase('sqlite')
    await ensureSigningKeys(createTestSigningKeyContext(database), start)
    const set = await readSigningKeySetForTests(database.queries, testServerKey, start)
    const published = createLocalJWKSet({ keys: set.jwks.keys.map(publicHalf) })
    const [key] = set.jwks.keys as [JWK]
    const token = await set.sign({ sub: 'somebody' }, { typ: 'at+jwt', algorithm: 'ES256' })
    expect((await jwtVerify(token, published, { typ: 'at+jwt' })).payload.sub).toBe('somebody')
    await expect(jwtVerify(token, published, { typ: 'JWT' })).rejects.toMatchObject({
      code: 'ERR_JWT_CLAIM_VALIDATION_FAILED',
    })

    await expect(jwtVerify(new UnsecuredJWT({ sub: 'somebody' }).encode(), published)).rejects.toThrow(
      'Unsupported "alg" value',
    )
    const publicText = new TextEncoder().encode(JSON.stringify(publicHalf(key)))
    const confused = await new SignJWT({ sub: 'somebody' })
      .setProtectedHeader({ alg: 'HS256', kid: key.kid as string })
      .sign(publicText)
    await expect(jwtVerify(confused, published)).rejects.toThrow('Unsupported "alg" value')
    await expect(set.sign({}, { typ: 'JWT', algorithm: 'RS256' })).rejects.toThrow('No signing key for RS256')
  })

  test('gets a new version when its keys change, and reports the time of the next change', async () => {
    const database = await openTestDatabase('sqlite')
    const world = createTestSigningKeyContext(database)
    await ensureSigningKeys(world, start)
    const read = (now: number): Promise<TokenSigningKeySet> =>
      readSigningKeySetForTests(database.queries, testServerKey, now)
    const first = await read(start)
    expect(first.nextChangeAt).toBeNull()
    expect((await read(start + day)).version).toBe(first.version)
    await rotateSigningKeys(world, start)
    const versions = [first.version]
    for (let now: number | null = start; now !== null;) {
      const { version, nextChangeAt }: TokenSigningKeySet = await read(now)
      expect(versions).not.toContain(version)
      versions.push(version)
      if (nextChangeAt !== null) expect((await read(nextChangeAt - 1)).version).toBe(version)
      now = nextChangeAt
    }
    expect(versions).toHaveLength(4)
  })

  testOnBothDatabases('P9: stores no private key in plain text', async (kind) => {
    const address = await createTestDatabase(kind)
    const database = openDatabase(address)
    await ensureSigningKeys(createTestSigningKeyContext(database, { algorithms: ['ES256', 'RS256'] }), start)
    const { jwks } = await readSigningKeySetForTests(database.queries, testServerKey, start)
    const rows = await sql`select * from signing_keys`.execute(database.queries)
    await database.close()
    const secrets = jwks.keys
      .flatMap(({ d, p, q, dp, dq, qi }) => [d, p, q, dp, dq, qi])
      .filter((secret) => secret !== undefined)
    expect(secrets).toHaveLength(7)
    const contents = [JSON.stringify(rows.rows)]
    if (kind === 'sqlite') {
      const folder = dirname(address.slice('sqlite:'.length))
      contents.push(...readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1')))
    }
    for (const secret of secrets) {
      const bytes = Buffer.from(secret, 'base64url')
      // Every plausible encoding.
      for (const form of [secret, bytes.toString('latin1'), bytes.toString('hex'), bytes.toString('base64')]) {
        for (const content of contents) expect(content.includes(form)).toBe(false)
      }
    }
  })

  test("cannot be decrypted with another server's key file, and stays unchanged", async () => {
    const database = await openTestDatabase('sqlite')
    const [world, foreign] = [
      createTestSigningKeyContext(database),
      createTestSigningKeyContext(database, { serverKey: otherServerKey }),
    ]
    await ensureSigningKeys(world, start)
    const before = await listSigningKeys(database.queries)
    const fault = await ensureSigningKeys(foreign, start).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(ServerSettingsError)
    expect((fault as ServerSettingsError).message).toMatchInlineSnapshot(
      `"COUNTERSIGN_KEY_FILE: the file cannot decrypt the signing keys in this database. Restore the file that belongs to this database; instances that share a database must use the same file. If the file is permanently lost, "countersign keys rotate --now --key-file-lost" creates new signing keys with this file."`,
    )
    await expect(rotateSigningKeys(foreign, start)).rejects.toThrow(ServerSettingsError)
    await expect(rotateSigningKeys(foreign, start, { immediately: true })).rejects.toThrow(ServerSettingsError)
    await expect(rotateSigningKeys(foreign, start, { keyFileLost: true })).rejects.toThrow(ServerSettingsError)
    await expect(readSigningKeySetForTests(database.queries, otherServerKey, start)).rejects.toThrow(
      'a different server key',
    )
    expect(await listSigningKeys(database.queries)).toEqual(before)
  })

  test('can be recreated with a new server key if the key file is lost', async () => {
    const database = await openTestDatabase('sqlite')
    const [world, foreign] = [
      createTestSigningKeyContext(database),
      createTestSigningKeyContext(database, { serverKey: otherServerKey }),
    ]
    await ensureSigningKeys(world, start)
    await rotateSigningKeys(world, start)
    // The pending key cannot be decrypted with the new server key.
    expect(await rotateSigningKeys(foreign, start + 1, { immediately: true, keyFileLost: true })).toMatchObject([
      { outcome: 'created', activeFrom: start + 1 },
    ])
    await ensureSigningKeys(foreign, start + 2)
    expect((await readSigningKeySetForTests(database.queries, otherServerKey, start + 2)).jwks.keys).toHaveLength(1)
  })
})

test('P9: a wrapped key opens only in its own row, unchanged, with the key that wrapped it', async () => {
  const name = { id: 'one', algorithm: 'ES256' } as const
  const key = { kty: 'EC', d: 'secret' }
  let seed = 0
  const random = (bytes: number): Uint8Array => Buffer.alloc(bytes, seed++)
  const wrapped = wrapPrivateKey(testServerKey, random, name, key)
  expect(unwrapPrivateKey(testServerKey, name, wrapped)).toEqual(key)
  expect(wrapPrivateKey(testServerKey, random, name, key)).not.toBe(wrapped)
  expect(unwrapPrivateKey(otherServerKey, name, wrapped)).toBeNull()
  expect(unwrapPrivateKey(testServerKey, { ...name, id: 'other' }, wrapped)).toBeNull()
  expect(unwrapPrivateKey(testServerKey, { ...name, algorithm: 'RS256' }, wrapped)).toBeNull()
  const bytes = Buffer.from(wrapped, 'base64url')
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] as number) ^ 1
    expect(unwrapPrivateKey(testServerKey, name, changed.toString('base64url'))).toBeNull()
    expect(unwrapPrivateKey(testServerKey, name, bytes.subarray(0, index).toString('base64url'))).toBeNull()
  }
})
