import { formatSignInMessage } from '@countersign/message'
import { signEthereumMessage, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { issueAuthenticationChallenge } from '../challenges/issue-authentication-challenge.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { parseServerSettings } from '../../platform/parse-server-settings.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import {
  countRowsPerTable,
  listSequencedAuditEntryTexts,
  sequenceAllAuditEntries,
} from '../../testing/inspect-test-database.ts'
import { challengeContextFixture } from '../../testing/challenge-verification-context-fixtures.ts'
import { createTestServer, testClockStartTime } from '../../testing/countersign-test-server.ts'
import { createTestDatabase, openDatabaseUntilTestEnds, testOnBothDatabases } from '../../testing/database-fixtures.ts'

const nothing = { people: 0, wallets: 0, proofs: 0, sessions: 0, audit_events: 0 }

describe('wallet sign-in', () => {
  testOnBothDatabases(
    'creates person, wallet, proof and session the first time, with an intact audit log',
    async (kind) => {
      const app = await createTestServer({ database: kind })
      const browser = app.openBrowser()
      const response = await browser.signIn(ethereumTestKeys.alice)

      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({
        person: {
          id: expect.stringMatching(/^[0-9a-z]{26}$/) as string,
          displayName: null,
          picture: null,
          address: ethereumTestKeys.alice.address,
          walletName: null,
          walletPicture: null,
          createdAt: '2026-01-15T12:00:00.000Z',
        },
        session: {
          id: expect.stringMatching(/^[0-9a-z]{26}$/) as string,
          current: true,
          wallet: { namespace: 'eip155', address: ethereumTestKeys.alice.address, chain: null, name: null },
          contract: null,
          passkey: null,
          stepUpValidUntil: null,
          newBrowser: true,
          sameNetwork: true,
          createdAt: '2026-01-15T12:00:00.000Z',
          lastSeenAt: '2026-01-15T12:00:00.000Z',
          expiresAt: '2026-02-14T12:00:00.000Z',
          userAgent: 'Test browser',
          networkPrefix: '127.0.0.0/24',
        },
        next: '/account',
      })
      expect(await countRowsPerTable(app.database.queries)).toEqual({
        people: 1,
        wallets: 1,
        proofs: 1,
        sessions: 1,
        audit_events: 3,
      })
      expect(await listSequencedAuditEntryTexts(app.database.queries)).toEqual([
        'person.created success {}',
        'wallet.linked success {"namespace":"eip155","kind":"key"}',
        'session.started success {"method":"ecdsa","namespace":"eip155","chainId":"1"}',
      ])
      expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole', lines: 3 })
      expect((await browser.send('GET', '/api/session')).json()).toMatchObject({
        person: response.json<{ person: object }>().person,
      })
    },
  )

  testOnBothDatabases('finds the same person again from any browser and on any chain', async (kind) => {
    const app = await createTestServer({ database: kind })
    const first = (await app.openBrowser().signIn(ethereumTestKeys.alice)).json<{ person: { id: string } }>()
    app.clock.now += 1000
    const second = (await app.openBrowser().signIn(ethereumTestKeys.alice, { chainId: '8453' })).json<{
      person: { id: string }
    }>()
    expect(second.person).toEqual(first.person)
    expect(await countRowsPerTable(app.database.queries)).toEqual({
      people: 1,
      wallets: 1,
      proofs: 2,
      sessions: 2,
      audit_events: 5,
    })
  })

  test('stores the signed message as evidence, outside the hash chain', async () => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    const signed = await browser.signChallenge(ethereumTestKeys.alice)
    await browser.send('POST', '/api/sign-in', signed)
    await sequenceAllAuditEntries(app.database.queries)
    const chained = JSON.stringify(await app.database.queries.selectFrom('audit_events').selectAll().execute())
    expect(chained).not.toContain(ethereumTestKeys.alice.address.slice(2))
    await sequenceAllAuditEntries(app.database.queries)
    const { content } = await app.database.queries
      .selectFrom('audit_event_evidence')
      .selectAll()
      .where('sequence', '=', 3)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(content)).toMatchObject({ ...signed, address: ethereumTestKeys.alice.address })
  })

  testOnBothDatabases('creates one person for concurrent first sign-ins of one wallet', async (kind) => {
    const app = await createTestServer({ database: kind })
    const browsers = Array.from({ length: 8 }, () => app.openBrowser())
    const signed = await Promise.all(browsers.map((browser) => browser.signChallenge(ethereumTestKeys.alice)))
    const responses = await Promise.all(
      browsers.map((browser, index) => browser.send('POST', '/api/sign-in', signed[index])),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    expect(await countRowsPerTable(app.database.queries)).toEqual({
      people: 1,
      wallets: 1,
      proofs: 8,
      sessions: 8,
      audit_events: 17,
    })
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole', lines: 17 })
  })

  describe('M1: the first attempt spends the challenge', () => {
    testOnBothDatabases(
      'M1: a replay after success is refused, even by another instance after a restart',
      async (kind) => {
        const address = await createTestDatabase(kind)
        const app = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
        const browser = app.openBrowser()
        const signed = await browser.signChallenge()
        expect((await browser.send('POST', '/api/sign-in', signed)).statusCode).toBe(200)
        const again = await browser.send('POST', '/api/sign-in', signed)
        expect(again.statusCode).toBe(401)
        expect(again.json()).toMatchObject({ code: 'challenge.invalid' })

        await app.http.close()
        const other = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
        const elsewhere = other.openBrowser()
        for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
        expect((await elsewhere.send('POST', '/api/sign-in', signed)).json()).toMatchObject({
          code: 'challenge.invalid',
        })
        expect(await countRowsPerTable(other.database.queries)).toMatchObject({ sessions: 1 })
      },
    )

    test('M1: a replay after a failure is refused, even with the right signature', async () => {
      const app = await createTestServer()
      const browser = app.openBrowser()
      const signed = await browser.signChallenge()
      const wrong = await browser.send('POST', '/api/sign-in', {
        ...signed,
        signature: signEthereumMessage(ethereumTestKeys.bob, signed.message),
      })
      expect(wrong.json()).toMatchObject({ code: 'signature.refused', status: 401 })
      const right = await browser.send('POST', '/api/sign-in', signed)
      expect(right.json()).toMatchObject({ code: 'challenge.invalid' })
      expect(await countRowsPerTable(app.database.queries)).toEqual({ ...nothing, audit_events: 1 })
    })
  })

  testOnBothDatabases('M2: of 64 parallel attempts over two instances, exactly one succeeds', async (kind) => {
    const address = await createTestDatabase(kind)
    const generous = {
      COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000',
      COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000',
    }
    const one = await createTestServer({ database: openDatabaseUntilTestEnds(address), environment: generous })
    const two = await createTestServer({ database: openDatabaseUntilTestEnds(address), environment: generous })
    const browser = one.openBrowser()
    const signed = await browser.signChallenge()
    const elsewhere = two.openBrowser()
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)

    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        (index % 2 === 0 ? browser : elsewhere).send('POST', '/api/sign-in', signed),
      ),
    )
    const outcomes = Map.groupBy(responses, ({ statusCode }) => statusCode)
    expect([outcomes.get(200)?.length, outcomes.get(401)?.length]).toEqual([1, 63])
    expect(await countRowsPerTable(one.database.queries)).toEqual({
      people: 1,
      wallets: 1,
      proofs: 1,
      sessions: 1,
      audit_events: 3,
    })
  })

  test('M3: refuses a nonce that this server did not issue', async () => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    expect((await browser.signIn(ethereumTestKeys.alice, { nonce: 'abcdefgh12345678abcdefgh' })).json()).toMatchObject({
      code: 'challenge.invalid',
    })
    expect(await countRowsPerTable(app.database.queries)).toEqual(nothing)
  })

  test('M4: refuses a challenge of another browser, and reports a missing browser cookie', async () => {
    const app = await createTestServer()
    const victim = app.openBrowser()
    await victim.requestChallenge()
    const planted = await victim.send(
      'POST',
      '/api/sign-in',
      await app.openBrowser().signChallenge(ethereumTestKeys.bob),
    )
    expect(planted.json()).toMatchObject({ code: 'challenge.invalid' })
    const without = await app
      .openBrowser()
      .send('POST', '/api/sign-in', await app.openBrowser().signChallenge(ethereumTestKeys.bob))
    expect([without.statusCode, without.json()]).toEqual([400, expect.objectContaining({ code: 'browser.no_cookie' })])
    expect(await listSequencedAuditEntryTexts(app.database.queries)).toEqual([
      'sign_in.refused refused {"reason":"another browser"}',
      'sign_in.refused refused {"reason":"no cookie"}',
    ])
    expect(await countRowsPerTable(app.database.queries)).toMatchObject({ people: 0, sessions: 0 })
  })

  test('M5: refuses a challenge for another purpose', async () => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    await browser.requestChallenge()
    const [secret = ''] = [...browser.cookies.values()]
    const { settings } = parseServerSettings({ COUNTERSIGN_ORIGIN: 'https://sign-in.example' }, undefined)
    for (const purpose of ['link', 'step-up'] as const) {
      const { message: issued } = await issueAuthenticationChallenge(
        { settings, queries: app.database.queries, random: systemRandomBytes, ...challengeContextFixture },
        {
          walletKind: 'key',
          isCrossDevice: false,
          purpose,
          personId: null,
          browserHash: hashBearerSecret(secret),
          interaction: null,
          applicationName: null,
          proofBinding: null,
          now: testClockStartTime,
        },
      )
      const message = formatSignInMessage({ ...issued, address: ethereumTestKeys.alice.address, chainId: '1' })
      const response = await browser.send('POST', '/api/sign-in', {
        message,
        signature: signEthereumMessage(ethereumTestKeys.alice, message),
      })
      expect(response.json()).toMatchObject({ code: 'challenge.invalid' })
    }
    expect(await listSequencedAuditEntryTexts(app.database.queries)).toEqual(
      Array(2).fill('sign_in.refused refused {"reason":"another purpose"}'),
    )
  })

  test('M7: refuses a challenge issued before the configured origin changed', async () => {
    const address = await createTestDatabase('sqlite')
    const before = await createTestServer({
      database: openDatabaseUntilTestEnds(address),
      environment: { COUNTERSIGN_ORIGIN: 'https://old.example' },
    })
    const after = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
    const browser = before.openBrowser()
    const signed = await browser.signChallenge()
    const moved = after.openBrowser()
    for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
    expect((await moved.send('POST', '/api/sign-in', signed)).json()).toMatchObject({
      code: 'sign_in.message_mismatch',
    })
  })

  testOnBothDatabases('M10: refuses an expired challenge, pruned or not', async (kind) => {
    const app = await createTestServer({ database: kind })
    const browser = app.openBrowser()
    const [late, swept] = [await browser.signChallenge(), await browser.signChallenge()]
    app.clock.now += 300_000
    expect((await browser.send('POST', '/api/sign-in', late)).json()).toMatchObject({ code: 'challenge.invalid' })
    app.clock.now += 1
    await app.pruneExpired()
    expect((await browser.send('POST', '/api/sign-in', swept)).json()).toMatchObject({ code: 'challenge.invalid' })
    expect(await countRowsPerTable(app.database.queries)).toMatchObject({ people: 0, sessions: 0 })
  })

  test('discloses a suspension only after a valid proof', async () => {
    const app = await createTestServer()
    await app.openBrowser().signIn(ethereumTestKeys.alice)
    await app.database.queries.updateTable('people').set({ status: 'suspended' }).execute()
    const browser = app.openBrowser()
    const signed = await browser.signChallenge(ethereumTestKeys.alice)
    const stranger = await browser.send('POST', '/api/sign-in', {
      ...signed,
      signature: signEthereumMessage(ethereumTestKeys.bob, signed.message),
    })
    expect(stranger.json()).toMatchObject({ code: 'signature.refused' })
    expect((await browser.signIn(ethereumTestKeys.alice)).json()).toMatchObject({
      code: 'person.suspended',
      status: 403,
    })
    expect(await countRowsPerTable(app.database.queries)).toMatchObject({ sessions: 1, proofs: 1 })
  })
})
