import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { createTestKey } from '@countersign/testing/test-keys'
import type { TestKey } from '@countersign/testing/test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { suspendPerson } from '../../admin/people/suspend-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { readAuditLog, sequenceAllEntries } from '../../testing/read-database-state.ts'
import { createTestApp, openSteppedUpBrowser, testKeys } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-app.ts'
import { createTestDatabase, openUntilTestEnds, testOnBothDatabases } from '../../testing/test-databases.ts'
import { addTestApplication, completeAuthorization, exchangeCode } from '../../testing/test-openid.ts'
import { relaxedChallengeLimits } from '../../testing/test-passkeys.ts'
import {
  authorizationCodeIn,
  createAppInstances,
  obtainTokenFamily,
  refreshTokens,
  checkTokensWork,
  summarizeOAuthResponse,
  refreshTokenParameters,
} from '../../testing/test-tokens.ts'
import { readSignedMessages } from '../../store/wallets/proof-store.ts'

const { alice, bob, carol } = testKeys
type Wallet = EndpointOutput<'listWallets'>['items'][number]

const link = async (browser: TestBrowser, key: TestKey): Promise<LightMyRequestResponse> =>
  browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', key))
const walletsOf = async (browser: TestBrowser): Promise<Wallet[]> =>
  (await browser.send('GET', '/api/wallets')).json<EndpointOutput<'listWallets'>>().items
const personOf = async (browser: TestBrowser): Promise<string | undefined> =>
  (await browser.send('GET', '/api/session')).json<EndpointOutput<'readSession'>>().person?.id
const addressesOf = async (browser: TestBrowser): Promise<string[]> =>
  (await walletsOf(browser)).map(({ address }) => address)
const idOf = async (browser: TestBrowser, key: TestKey): Promise<string> =>
  (await walletsOf(browser)).find(({ address }) => address === key.address)?.id ?? 'none'
const unlink = async (browser: TestBrowser, key: TestKey): Promise<LightMyRequestResponse> =>
  browser.send('DELETE', `/api/wallets/${await idOf(browser, key)}`)
const codeOf = (response: LightMyRequestResponse): string =>
  response.statusCode === 200 ? 'done' : response.json<{ code: string }>().code
/** A refusal without what differs with every request. */
const refusalOf = (response: LightMyRequestResponse): object => ({
  ...response.json<object>(),
  instance: '',
  requestId: '',
})

describe('wallets of a person', () => {
  testOnBothDatabases('are linked, and each signs in to the same person, in one whole log', async (kind) => {
    const app = await createTestApp({ database: kind })
    const browser = await openSteppedUpBrowser(app, alice)
    const response = await link(browser, bob)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{26}$/) as string,
      namespace: 'eip155',
      kind: 'key',
      chain: null,
      address: bob.address,
      name: null,
      picture: null,
      label: null,
      primary: false,
      linkedAt: '2026-01-15T12:00:01.000Z',
      lastUsedAt: '2026-01-15T12:00:01.000Z',
      held: null,
    })
    expect(await addressesOf(browser)).toEqual([alice.address, bob.address])
    const other = app.openBrowser()
    await other.signIn(bob)
    expect(await personOf(other)).toBe(await personOf(browser))
    expect(await readAuditLog(app.database.queries)).toContain(
      'wallet.linked success {"namespace":"eip155","kind":"key"}',
    )
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test('keep the message that linked them as evidence, and as a proof', async () => {
    const app = await createTestApp()
    const browser = await openSteppedUpBrowser(app, alice)
    const signed = await browser.signChallengeFor('link', bob)
    await browser.send('POST', '/api/wallets', signed)
    expect(signed.message).toContain('Link this wallet to your identity on sign-in.example.')
    const { queries } = app.database
    await sequenceAllEntries(queries)
    const evidence = await queries
      .selectFrom('event_evidence')
      .innerJoin('events', 'events.sequence', 'event_evidence.sequence')
      .select(['content', 'person_id'])
      .where('type', '=', 'wallet.linked')
      .orderBy('events.sequence', 'desc')
      .executeTakeFirstOrThrow()
    expect(evidence.person_id).toBe(await personOf(browser))
    expect(JSON.parse(evidence.content)).toMatchObject({ ...signed, address: bob.address })
    const proof = await queries
      .selectFrom('proofs')
      .innerJoin('wallets', 'wallets.id', 'proofs.wallet_id')
      .select(['proofs.id', 'kept_message'])
      .where('address', '=', bob.address.toLowerCase())
      .executeTakeFirstOrThrow()
    // The line alone has it.
    expect(proof.kept_message).toBeNull()
    expect(await readSignedMessages(queries, [proof.id])).toEqual(new Map([[proof.id, signed]]))
  })

  test('P1 a wallet of another person is refused without saying whose, and the log keeps why', async () => {
    const app = await createTestApp()
    await app.openBrowser().signIn(bob)
    const browser = await openSteppedUpBrowser(app, alice)
    const taken = await link(browser, bob)
    expect(taken.json()).toMatchObject({ code: 'wallet.taken', status: 409 })
    const { queries } = app.database
    const { person_id: owner } = await queries
      .selectFrom('wallets')
      .select('person_id')
      .where('address', '=', bob.address.toLowerCase())
      .executeTakeFirstOrThrow()
    expect(taken.body).not.toContain(owner)
    expect(await readAuditLog(queries)).toContain('wallet.refused refused {"reason":"taken"}')
    await sequenceAllEntries(queries)
    const theirs = await queries
      .selectFrom('event_evidence')
      .innerJoin('events', 'events.sequence', 'event_evidence.sequence')
      .select('person_id')
      .where('type', '=', 'wallet.refused')
      .execute()
    expect(theirs).toEqual([{ person_id: await personOf(browser) }])
    expect(await addressesOf(browser)).toEqual([alice.address])
  })

  test('P8 a wallet of somebody who is suspended is refused like any other that is taken', async () => {
    const app = await createTestApp()
    const [suspended, active] = [app.openBrowser(), app.openBrowser()]
    await suspended.signIn(bob)
    await active.signIn(carol)
    await suspendPerson(
      { queries: app.database.queries, random: systemRandomBytes },
      (await personOf(suspended)) ?? '',
      app.clock.now,
    )
    const browser = await openSteppedUpBrowser(app, alice)
    expect(refusalOf(await link(browser, bob))).toEqual(refusalOf(await link(browser, carol)))
    expect(codeOf(await link(browser, bob))).toBe('wallet.taken')
  })

  testOnBothDatabases('are linked once, and no more than there may be', async (kind) => {
    const app = await createTestApp({ database: kind, environment: { COUNTERSIGN_WALLETS_PER_PERSON: '2' } })
    const browser = await openSteppedUpBrowser(app, alice)
    expect(codeOf(await link(browser, alice))).toBe('wallet.linked_already')
    expect(codeOf(await link(browser, bob))).toBe('done')
    expect(codeOf(await link(browser, bob))).toBe('wallet.linked_already')
    expect(codeOf(await link(browser, carol))).toBe('wallet.too_many')
    expect(await addressesOf(browser)).toEqual([alice.address, bob.address])
  })

  test('P2 a request of another site is refused, whatever it carries', async () => {
    const app = await createTestApp()
    const browser = await openSteppedUpBrowser(app, alice)
    const signed = await browser.signChallengeFor('link', bob)
    const id = await idOf(browser, alice)
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://app.sign-in.example', 'sec-fetch-site': 'same-site' },
    ]) {
      for (const [method, path, body] of [
        ['POST', '/api/wallets', signed],
        ['PATCH', `/api/wallets/${id}`, { label: 'x' }],
        ['DELETE', `/api/wallets/${id}`, undefined],
      ] as const) {
        expect((await browser.send(method, path, body, headers)).json()).toMatchObject({
          code: 'request.foreign_origin',
          status: 403,
        })
      }
    }
    expect(await walletsOf(browser)).toMatchObject([{ address: alice.address, label: null }])
  })

  test('P2 without a fresh proof of the session nothing is linked or unlinked, and the challenge is not spent', async () => {
    const app = await createTestApp()
    const browser = await openSteppedUpBrowser(app, alice)
    await link(browser, bob)
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000
    const signed = await browser.signChallengeFor('link', carol)
    expect(codeOf(await browser.send('POST', '/api/wallets', signed))).toBe('step_up.required')
    expect(codeOf(await unlink(browser, bob))).toBe('step_up.required')
    expect(await addressesOf(browser)).toEqual([alice.address, bob.address])
    await browser.stepUp(bob)
    expect(codeOf(await browser.send('POST', '/api/wallets', signed))).toBe('done')
  })

  test('P2 without a proof of the new wallet nothing is linked: another signer, another person, another browser, twice', async () => {
    const app = await createTestApp()
    const browser = await openSteppedUpBrowser(app, alice)
    const forged = await browser.signChallengeFor('link', bob)
    const { signature } = await browser.signChallengeFor('link', carol)
    expect(codeOf(await browser.send('POST', '/api/wallets', { ...forged, signature }))).toBe('signature.refused')
    expect(codeOf(await browser.send('POST', '/api/wallets', forged))).toBe('challenge.unusable')
    // A message that was asked for by somebody else, who is signed in to the same browser now.
    const ofAlice = await browser.signChallengeFor('link', bob)
    await browser.signIn(carol)
    await browser.stepUp(carol)
    expect(codeOf(await browser.send('POST', '/api/wallets', ofAlice))).toBe('challenge.unusable')
    const elsewhere = await openSteppedUpBrowser(app, alice)
    expect(codeOf(await elsewhere.send('POST', '/api/wallets', await browser.signChallengeFor('link', bob)))).toBe(
      'challenge.unusable',
    )
    expect(await addressesOf(browser)).toEqual([carol.address])
    expect(await addressesOf(elsewhere)).toEqual([alice.address])
  })

  test('nobody who is not signed in links, changes or unlinks', async () => {
    const app = await createTestApp()
    const browser = await openSteppedUpBrowser(app, alice)
    const [id, signed] = [await idOf(browser, alice), await browser.signChallengeFor('link', bob)]
    await browser.send('POST', '/api/sign-out')
    for (const [method, path, body] of [
      ['POST', '/api/wallets', signed],
      ['PATCH', `/api/wallets/${id}`, { label: 'x' }],
      ['DELETE', `/api/wallets/${id}`, undefined],
    ] as const) {
      expect(codeOf(await browser.send(method, path, body))).toBe('session.required')
    }
  })

  testOnBothDatabases('have labels, checked, and one primary one', async (kind) => {
    const app = await createTestApp({ database: kind })
    const browser = await openSteppedUpBrowser(app, alice)
    await link(browser, bob)
    const id = await idOf(browser, bob)
    const change = async (body: object): Promise<LightMyRequestResponse> =>
      browser.send('PATCH', `/api/wallets/${id}`, body)
    expect((await change({ label: 'Ledger', primary: true })).json()).toMatchObject({
      label: 'Ledger',
      primary: true,
      address: bob.address,
    })
    expect((await walletsOf(browser)).map(({ primary }) => primary)).toEqual([false, true])
    expect((await browser.send('GET', '/api/session')).json()).toMatchObject({ person: { address: bob.address } })
    expect(codeOf(await change({ label: ' hidden\u202E' }))).toBe('person.name_unusable')
    expect(codeOf(await change({ label: 'Ledger\u3164' }))).toBe('person.name_unusable')
    // Another's wallet is not what this one is called; the person's other one can be (THREATS P12).
    expect(codeOf(await change({ label: carol.address }))).toBe('person.name_foreign')
    expect((await change({ label: `beside ${alice.address}` })).json()).toMatchObject({
      label: `beside ${alice.address}`,
    })
    expect(codeOf(await change({}))).toBe('request.invalid')
    expect((await change({ label: null })).json()).toMatchObject({ label: null, primary: true })
    expect(codeOf(await change({ primary: false }))).toBe('request.invalid')
  })

  test('P8 the wallet of another person cannot be changed or unlinked, nor told from none', async () => {
    const app = await createTestApp()
    const other = await openSteppedUpBrowser(app, bob)
    await link(other, carol)
    const id = await idOf(other, carol)
    const browser = await openSteppedUpBrowser(app, alice)
    // With two, so that the last way in is not what is refused.
    await link(browser, createTestKey(4))
    for (const [method, body] of [
      ['PATCH', { label: 'mine' }],
      ['PATCH', { primary: true }],
      ['DELETE', undefined],
    ] as const) {
      const theirs = await browser.send(method, `/api/wallets/${id}`, body)
      const absent = await browser.send(method, `/api/wallets/${'0'.repeat(26)}`, body)
      expect(refusalOf(theirs)).toEqual(refusalOf(absent))
      expect(codeOf(theirs)).toBe('wallet.not_found')
    }
    expect(await walletsOf(other)).toMatchObject([{ primary: true }, { label: null, primary: false }])
  })

  testOnBothDatabases(
    'P3 the last way in is not unlinked; with a second one it is, and the oldest that stays becomes the primary one',
    async (kind) => {
      const app = await createTestApp({ database: kind })
      const browser = await openSteppedUpBrowser(app, alice)
      expect(codeOf(await unlink(browser, alice))).toBe('way_in.last')
      app.clock.now += 1000
      await link(browser, carol)
      app.clock.now += 1000
      await link(browser, bob)
      expect((await unlink(browser, alice)).json()).toEqual({ signedOut: true })
      expect(browser.cookies.has('__Host-countersign-session')).toBe(false)
      const again = await openSteppedUpBrowser(app, bob)
      expect((await walletsOf(again)).map(({ address, primary }) => [address, primary])).toEqual([
        [carol.address, true],
        [bob.address, false],
      ])
      expect((await unlink(again, carol)).json()).toEqual({ signedOut: false })
      expect(codeOf(await unlink(again, bob))).toBe('way_in.last')
      expect(await walletsOf(again)).toMatchObject([{ address: bob.address, primary: true }])
    },
  )

  testOnBothDatabases(
    'P1 P3 on two instances at the same time one of two links a wallet, and one of the last two ways in stays',
    async (kind) => {
      const address = await createTestDatabase(kind)
      const [one, two] = [
        await createTestApp({ database: openUntilTestEnds(address), environment: relaxedChallengeLimits }),
        await createTestApp({ database: openUntilTestEnds(address), environment: relaxedChallengeLimits }),
      ]
      for (let round = 0; round < 10; round++) {
        const [first, second, contested] = [
          createTestKey(100 + round),
          createTestKey(200 + round),
          createTestKey(300 + round),
        ]
        const browsers = [await openSteppedUpBrowser(one, first), await openSteppedUpBrowser(two, second)] as const
        const signed = [
          await browsers[0].signChallengeFor('link', contested),
          await browsers[1].signChallengeFor('link', contested),
        ]
        const links = await Promise.all(
          browsers.map((browser, index) => browser.send('POST', '/api/wallets', signed[index])),
        )
        expect(links.map(codeOf).sort()).toEqual(['done', 'wallet.taken'])
        const here = links[0]?.statusCode === 200 ? browsers[0] : browsers[1]
        const there = (here === browsers[0] ? two : one).openBrowser()
        for (const [name, value] of here.cookies) there.cookies.set(name, value)
        const ids = (await walletsOf(here)).map(({ id }) => id)
        const removals = await Promise.all(
          [here, there].map((browser, index) => browser.send('DELETE', `/api/wallets/${ids[index]}`)),
        )
        // Where the session's own wallet went first, there is no session any more to unlink the other by.
        expect(['done,way_in.last', 'done,session.required']).toContain(removals.map(codeOf).sort().join(','))
        const { queries } = one.database
        expect(
          await queries
            .selectFrom('wallets')
            .select('id')
            .where('id', 'in', ids)
            .where('unlinked_at', 'is', null)
            .execute(),
        ).toHaveLength(1)
      }
    },
  )

  testOnBothDatabases(
    'an unlinked wallet signs in as somebody new, and can be linked by whoever proves it, also by who had it',
    async (kind) => {
      const app = await createTestApp({ database: kind })
      const browser = await openSteppedUpBrowser(app, alice)
      await link(browser, bob)
      const before = await personOf(browser)
      await unlink(browser, bob)
      expect(await addressesOf(browser)).toEqual([alice.address])
      expect(codeOf(await link(browser, bob))).toBe('done')
      await unlink(browser, bob)
      const stranger = await openSteppedUpBrowser(app, bob)
      expect(await personOf(stranger)).not.toBe(before)
      expect(codeOf(await link(browser, bob))).toBe('wallet.taken')
      await link(stranger, carol)
      expect((await unlink(stranger, bob)).json()).toEqual({ signedOut: true })
      const third = await openSteppedUpBrowser(app, createTestKey(4))
      expect(codeOf(await link(third, bob))).toBe('done')
      expect(await addressesOf(third)).toEqual([createTestKey(4).address, bob.address])
      expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  testOnBothDatabases(
    'P4 sessions that a wallet began end when it is unlinked, on every instance, and those of other wallets stay',
    async (kind) => {
      const address = await createTestDatabase(kind)
      const [one, two] = [
        await createTestApp({ database: openUntilTestEnds(address) }),
        await createTestApp({ database: openUntilTestEnds(address) }),
      ]
      const browser = await openSteppedUpBrowser(one, alice)
      await link(browser, bob)
      const [ofBob, ofAlice] = [two.openBrowser(), two.openBrowser()]
      await ofBob.signIn(bob)
      await ofAlice.signIn(alice)
      expect((await unlink(browser, bob)).json()).toEqual({ signedOut: false })
      expect(codeOf(await ofBob.send('GET', '/api/wallets'))).toBe('session.required')
      expect(codeOf(await ofAlice.send('GET', '/api/wallets'))).toBe('done')
      expect(codeOf(await browser.send('GET', '/api/wallets'))).toBe('done')
      expect(await readAuditLog(one.database.queries)).toContain('session.ended success {"reason":"wallet-unlinked"}')
    },
  )

  testOnBothDatabases(
    'P4 with an unlinked wallet its codes and refresh tokens end, on every instance, and the application is told',
    async (kind) => {
      const { one, two } = await createAppInstances(kind)
      const application = await addTestApplication(one, {
        grantTypes: ['authorization_code', 'refresh_token'],
        backchannelLogoutUri: 'https://app.example/logout',
      })
      const browser = await openSteppedUpBrowser(one, alice)
      await link(browser, bob)
      const other = two.openBrowser()
      await other.signIn(bob)
      const tokens = await obtainTokenFamily(two, other, application)
      const code = authorizationCodeIn(await completeAuthorization(other, application, refreshTokenParameters))
      expect(await checkTokensWork(one, application, tokens)).toEqual([true, true])

      expect(codeOf(await unlink(browser, bob))).toBe('done')

      for (const instance of [two, one]) {
        expect(summarizeOAuthResponse(await exchangeCode(instance, application, code))).toBe('400 invalid_grant')
        expect(summarizeOAuthResponse(await refreshTokens(instance, application, tokens.refresh_token))).toBe(
          '400 invalid_grant',
        )
        expect(await checkTokensWork(instance, application, tokens)).toEqual([false, false])
      }
      expect(await one.database.queries.selectFrom('logout_deliveries').select('uri').execute()).toEqual([
        { uri: 'https://app.example/logout' },
      ])
    },
  )
})
