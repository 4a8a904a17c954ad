// One signature for a merge, got by phishing or a QR code: what it does not do, and what the person whose identity would disappear can do.
import { createTestKey } from '@countersign/testing/test-keys'
import { startTestMailServer } from '@countersign/testing/test-mail-server'
import type { TestMailServer } from '@countersign/testing/test-mail-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { grantRole } from '../../store/roles/grant-role.ts'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { operatorActor } from '../../audit-log/audit-actor.ts'
import { suspendPerson } from '../../admin/people/suspend-person.ts'
import { listIdentityIds } from '../../store/people/merged-identities.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { readAuditLog } from '../../testing/read-database-state.ts'
import { createTestApp, openSteppedUpBrowser, testKeys } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { databaseKinds, testOnBothDatabases } from '../../testing/test-databases.ts'
import {
  acceptMerge,
  readAnswerOrCode,
  confirmMerge,
  linkWallet,
  listMerges,
  listPendingMerges,
  listWallets,
  offerMerge,
  readPersonIdOrNobody,
  refuseMerge,
  requestMergeOffer,
  requestMergeUndo,
} from '../../testing/test-merges.ts'
import { addTestApplication, createOpenIdApp, decodeTokenPayload } from '../../testing/test-openid.ts'
import type { TestApplication } from '../../testing/test-openid.ts'
import {
  addPasskey,
  relaxedChallengeLimits,
  summarizeApiResponse,
  signInWithPasskey,
} from '../../testing/test-passkeys.ts'
import { openBrowserWithRole } from '../../testing/test-roles.ts'
import { createAppInstances, obtainTokenFamily, requestUserinfo } from '../../testing/test-tokens.ts'

const { alice, bob, carol } = testKeys
const [dave, erin] = [createTestKey(4), createTestKey(5)]
const day = 86_400_000

const isSignedIn = async (browser: TestBrowser): Promise<boolean> =>
  (await browser.send('GET', '/api/wallets')).statusCode === 200
const sign = async (app: Pick<TestApp, 'http'>, browser: TestBrowser, application: TestApplication) =>
  decodeTokenPayload((await obtainTokenFamily(app, browser, application)).id_token)['sub']
const linesOf = async ({ database }: Pick<TestApp, 'database'>, type: string): Promise<string[]> =>
  (await readAuditLog(database.queries)).filter((line) => line.startsWith(type))

/** Bob, in his own browser; and alice, who has got one signature of his wallet for a merge, and has accepted it. */
async function phish(app: Pick<TestApp, 'openBrowser' | 'clock'>) {
  const victim = await openSteppedUpBrowser(app, bob)
  const attacker = await openSteppedUpBrowser(app, alice)
  const merge = await offerMerge(attacker, bob)
  const accepted = (await acceptMerge(attacker, merge)).json<typeof merge>()
  return { victim, attacker, merge, accepted }
}

describe('P18 P2 a phished signature for a merge', () => {
  test('moves nothing: no subject changes at an application, no session ends, and nothing is told', async () => {
    const app = await createOpenIdApp({ environment: relaxedChallengeLimits })
    const application = await addTestApplication(app, { grantTypes: ['authorization_code', 'refresh_token'] })
    const [victim, attacker] = [await openSteppedUpBrowser(app, bob), await openSteppedUpBrowser(app, alice)]
    const tokens = await obtainTokenFamily(app, victim, application)
    const subject = decodeTokenPayload(tokens.id_token)['sub']
    const merge = await offerMerge(attacker, bob)
    expect((await acceptMerge(attacker, merge)).json()).toMatchObject({
      state: 'pending',
      takesEffectAt: new Date(app.clock.now + day).toISOString(),
      undoUntil: new Date(app.clock.now + 8 * day).toISOString(),
      mergedAt: null,
    })
    app.clock.now += 1000
    await app.pruneExpired()
    expect(await isSignedIn(victim)).toBe(true)
    expect((await requestUserinfo(app, tokens.access_token)).json()).toMatchObject({ sub: subject })
    expect(await sign(app, victim, application)).toBe(subject)
    expect(await sign(app, attacker, application)).not.toBe(subject)
    expect((await listWallets(attacker)).map(({ address }) => address)).toEqual([alice.address])
    expect(await listIdentityIds(app.database.queries, await readPersonIdOrNobody(attacker))).toHaveLength(1)
    expect(await linesOf(app, 'identity.')).toEqual(
      Array.from({ length: 2 }, () => 'identity.merge_requested success {}'),
    )
    expect(await linesOf(app, 'session.ended')).not.toContainEqual(expect.stringContaining('merged'))
  })

  testOnBothDatabases(
    'is shown in every session of the victim with what, who, where and when, and to whoever asked',
    async (kind) => {
      const app = await createTestApp({ database: kind, environment: relaxedChallengeLimits })
      const victim = await openSteppedUpBrowser(app, bob)
      const attacker = app.openBrowser({ address: '203.0.113.9', userAgent: 'Attacker' })
      await attacker.signIn(alice)
      await attacker.stepUp(alice)
      await attacker.send('PATCH', '/api/person', { displayName: 'Support' })
      expect(await listPendingMerges(victim)).toEqual([])
      const merge = await offerMerge(attacker, bob)
      expect(await listPendingMerges(victim)).toEqual([])
      const requestedAt = new Date(app.clock.now).toISOString()
      await acceptMerge(attacker, merge)
      const elsewhere = app.openBrowser()
      await elsewhere.signIn(bob)
      const shown = {
        side: 'asked',
        requestedAt,
        asker: {
          displayName: 'Support',
          address: alice.address,
          networkPrefix: '203.0.113.0/24',
          userAgent: 'Attacker',
        },
        merge: { id: merge.id, state: 'pending', wallets: [{ address: bob.address, label: null }] },
      }
      expect(await listPendingMerges(victim)).toMatchObject([{ ...shown, mayConfirm: true }])
      expect(await listPendingMerges(elsewhere)).toMatchObject([{ ...shown, mayConfirm: false }])
      expect(await listPendingMerges(attacker)).toMatchObject([{ ...shown, side: 'asking', mayConfirm: false }])
      // What every page of the account asks anyway.
      for (const browser of [victim, elsewhere, attacker])
        expect((await browser.send('GET', '/api/browsers/new')).json()).toMatchObject({ pendingMerges: 1 })
      const stranger = await openSteppedUpBrowser(app, carol)
      expect(await listPendingMerges(stranger)).toEqual([])
      expect(readAnswerOrCode(await refuseMerge(stranger, merge))).toBe('merge.unusable')
    },
  )

  test('is shown to administrators at both people', async () => {
    const app = await createTestApp({ environment: relaxedChallengeLimits })
    const { victim, attacker, merge } = await phish(app)
    const [asked, asking] = [await readPersonIdOrNobody(victim), await readPersonIdOrNobody(attacker)]
    const takesEffectAt = new Date(app.clock.now + day).toISOString()
    const { browser } = await openBrowserWithRole(app, carol, 'administrator')
    const read = async (id: string) =>
      (await browser.send('GET', `/api/admin/people/${id}`)).json<{ pendingMerges: object[] }>().pendingMerges
    expect(await read(asked)).toEqual([{ id: merge.id, side: 'asked', otherId: asking, takesEffectAt }])
    expect(await read(asking)).toEqual([{ id: merge.id, side: 'asking', otherId: asked, takesEffectAt }])
  })

  test('is refused from any session of the victim, without a proof that could be kept from them', async () => {
    const app = await createTestApp({ environment: relaxedChallengeLimits })
    const { victim, attacker, merge } = await phish(app)
    const elsewhere = app.openBrowser()
    await elsewhere.signIn(bob)
    app.clock.now += 3_600_000
    expect((await elsewhere.send('GET', '/api/session')).json()).toMatchObject({ session: { confirmedUntil: null } })
    expect(summarizeApiResponse(await refuseMerge(elsewhere, merge))).toBe('204')
    expect(summarizeApiResponse(await refuseMerge(victim, merge))).toBe('404 merge.unusable')
    for (const browser of [victim, attacker]) expect(await listPendingMerges(browser)).toEqual([])
    await attacker.stepUp(alice)
    expect(readAnswerOrCode(await acceptMerge(attacker, merge))).toBe('merge.unusable')
    app.clock.now += 2 * day
    await app.pruneExpired()
    expect((await app.openBrowser().signIn(bob)).json()).toMatchObject({
      person: { id: await readPersonIdOrNobody(victim) },
    })
    expect(await linesOf(app, 'identity.merge_ended')).toEqual(
      Array.from({ length: 2 }, () => 'identity.merge_ended refused {"reason":"the other identity refused"}'),
    )
    expect(await linesOf(app, 'identity.merged')).toEqual([])
  })

  testOnBothDatabases(
    'takes effect a day later, once, by whichever instance, and can be undone for a week from then on',
    async (kind) => {
      const { one, two } = await createAppInstances(kind)
      // An SQLite file has one server: there they follow each other.
      const sweepAll = async (apps: readonly Pick<TestApp, 'pruneExpired'>[]): Promise<void> => {
        if (kind === 'postgres') await Promise.all(apps.map((app) => app.pruneExpired()))
        else for (const app of apps) await app.pruneExpired()
      }
      const application = await addTestApplication(one)
      const victim = await openSteppedUpBrowser(one, bob)
      const victimId = await readPersonIdOrNobody(victim)
      const subject = await sign(one, victim, application)
      const attacker = await openSteppedUpBrowser(one, alice)
      const attackerId = await readPersonIdOrNobody(attacker)
      const merge = await offerMerge(attacker, bob)
      await acceptMerge(attacker, merge)
      one.clock.now += day - 1
      two.clock.now = one.clock.now
      await sweepAll([one, two])
      expect(await linesOf(one, 'identity.merged')).toEqual([])
      one.clock.now += 1
      two.clock.now = one.clock.now
      const effectiveAt = one.clock.now
      await sweepAll([one, two, one, two])
      expect(await linesOf(one, 'identity.merged')).toEqual([
        'identity.merged success {"wallets":1,"passkeys":0,"sessions":1,"applications":1}',
        'identity.merged success {}',
      ])
      expect(await isSignedIn(victim)).toBe(false)

      one.clock.now += 6 * day
      const back = one.openBrowser()
      expect((await back.signIn(bob)).json()).toMatchObject({ person: { id: attackerId } })
      const [open] = await listMerges(back)
      expect(open).toMatchObject({ id: merge.id, undoUntil: new Date(effectiveAt + 7 * day).toISOString() })
      await back.stepUp(bob)
      expect(readAnswerOrCode(await requestMergeUndo(back, merge))).toEqual({ signedOut: true })
      await back.signIn(bob)
      expect(await readPersonIdOrNobody(back)).toBe(victimId)
      expect(await sign(one, back, application)).toBe(subject)
      expect(await verifyAuditLogIntegrity(one.database.queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  testOnBothDatabases(
    'P13 is not sped up by a relayed session, whatever that proves or adds, nor by a stolen session cookie',
    async (kind) => {
      const app = await createTestApp({ database: kind, environment: relaxedChallengeLimits })
      const { victim, attacker, merge } = await phish(app)
      const relayed = app.openBrowser()
      await relayed.signIn(bob)
      expect(readAnswerOrCode(await confirmMerge(relayed, merge))).toBe('step_up.required')
      await relayed.stepUp(bob)
      expect(readAnswerOrCode(await confirmMerge(relayed, merge))).toBe('merge.browser_new')
      const { passkey } = await addPasskey(relayed)
      expect(summarizeApiResponse(await signInWithPasskey(relayed, passkey))).toBe('200')
      expect(readAnswerOrCode(await confirmMerge(relayed, merge))).toBe('merge.browser_new')
      // Wallets of the attacker, linked by the relayed session, and signed in with.
      for (const key of [dave, erin]) await linkWallet(relayed, key)
      for (const key of [dave, erin]) await relayed.signIn(key)
      for (const key of [dave, erin]) expect(await offerMerge(attacker, key)).toMatchObject({ state: 'pending' })
      expect((await acceptMerge(attacker, merge)).json()).toMatchObject({ state: 'pending' })
      // The attacker's browser, once it has signed in as the victim as well, is new there too.
      const both = await openSteppedUpBrowser(app, alice)
      await both.signIn(bob)
      await both.signIn(alice)
      await both.stepUp(alice)
      expect((await acceptMerge(both, await offerMerge(both, bob))).json()).toMatchObject({ state: 'pending' })

      const stolen = app.openBrowser()
      for (const [name, value] of victim.cookies) if (name.endsWith('session')) stolen.cookies.set(name, value)
      expect(await isSignedIn(stolen)).toBe(true)
      expect(readAnswerOrCode(await confirmMerge(stolen, merge))).toBe('step_up.required')
      expect(readAnswerOrCode(await confirmMerge(attacker, merge))).toBe('merge.unusable')
      expect(await linesOf(app, 'identity.merged')).toEqual([])
      expect(await isSignedIn(victim)).toBe(true)
    },
  )

  test('is confirmed by the person in a browser that is known, with a proof of a moment ago', async () => {
    const app = await createTestApp({ environment: relaxedChallengeLimits })
    const { victim, attacker, merge } = await phish(app)
    app.clock.now += 3_600_000
    expect(readAnswerOrCode(await confirmMerge(victim, merge))).toBe('step_up.required')
    await victim.stepUp(bob)
    expect(summarizeApiResponse(await confirmMerge(victim, merge))).toBe('204')
    expect([await isSignedIn(victim), victim.cookies.has('__Host-countersign-session')]).toEqual([false, false])
    expect(await listMerges(attacker)).toMatchObject([
      { id: merge.id, mergedAt: new Date(app.clock.now).toISOString(), takesEffectAt: null },
    ])
    expect(await listPendingMerges(attacker)).toEqual([])
  })

  test('is confirmed by a passkey of the identity, in whichever browser', async () => {
    const app = await createTestApp({ environment: relaxedChallengeLimits })
    const victim = await openSteppedUpBrowser(app, bob)
    const { passkey } = await addPasskey(victim)
    const asking = await openSteppedUpBrowser(app, alice)
    const merge = await offerMerge(asking, bob)
    await acceptMerge(asking, merge)
    const elsewhere = app.openBrowser()
    await signInWithPasskey(elsewhere, passkey)
    expect(await listPendingMerges(elsewhere)).toMatchObject([{ side: 'asked', mayConfirm: true }])
    expect(summarizeApiResponse(await confirmMerge(elsewhere, merge))).toBe('204')
    expect(await listMerges(asking)).toMatchObject([{ id: merge.id }])
  })

  test('is confirmed by a second wallet of the identity that signs for the merge as well, before or while it is pending', async () => {
    const app = await createTestApp({ environment: relaxedChallengeLimits })
    const victim = await openSteppedUpBrowser(app, bob)
    await linkWallet(victim, carol)
    await victim.signIn(carol)
    await victim.signIn(bob)
    const asking = await openSteppedUpBrowser(app, alice)
    expect((await offerMerge(asking, bob)).takesEffectAt).not.toBeNull()
    // The same wallet twice is one.
    expect((await offerMerge(asking, bob)).takesEffectAt).not.toBeNull()
    const merge = await offerMerge(asking, carol)
    expect(merge).toMatchObject({ state: 'offered', takesEffectAt: null })
    expect((await acceptMerge(asking, merge)).json()).toMatchObject({ state: 'merged' })
    await asking.stepUp(alice)
    await requestMergeUndo(asking, merge)

    const again = await offerMerge(asking, bob)
    expect((await acceptMerge(asking, again)).json()).toMatchObject({ state: 'pending' })
    expect(await offerMerge(asking, carol)).toMatchObject({ id: again.id, state: 'pending', takesEffectAt: null })
    expect((await acceptMerge(asking, again)).json()).toMatchObject({ state: 'merged' })
  })

  test('a merge in the browser in which the identity was made takes effect at once', async () => {
    const app = await createTestApp({ environment: relaxedChallengeLimits })
    const browser = await openSteppedUpBrowser(app, alice)
    await browser.signIn(bob)
    await browser.signIn(alice)
    const merge = await offerMerge(browser, bob)
    expect(merge.takesEffectAt).toBeNull()
    expect((await acceptMerge(browser, merge)).json()).toMatchObject({ state: 'merged' })
  })

  test('outlives the session that asked, is alone on that side, and is canceled there', async () => {
    const app = await createTestApp({ environment: relaxedChallengeLimits })
    const { victim, attacker, merge } = await phish(app)
    await openSteppedUpBrowser(app, carol)
    await attacker.send('POST', '/api/sign-out')
    await attacker.signIn(alice)
    expect(readAnswerOrCode(await requestMergeOffer(attacker, carol))).toBe('merge.pending')
    expect(await listPendingMerges(victim)).toHaveLength(1)
    const elsewhere = app.openBrowser()
    await elsewhere.signIn(alice)
    expect(summarizeApiResponse(await refuseMerge(elsewhere, merge))).toBe('204')
    expect(await listPendingMerges(victim)).toEqual([])
    expect((await offerMerge(attacker, carol)).state).toBe('offered')
    expect(await linesOf(app, 'identity.merge_ended')).toEqual(
      Array.from({ length: 2 }, () => 'identity.merge_ended success {"reason":"canceled by the identity that asked"}'),
    )
  })

  testOnBothDatabases('of several for one identity the first that takes effect ends the others', async (kind) => {
    const app = await createTestApp({ database: kind, environment: relaxedChallengeLimits })
    const { victim, merge } = await phish(app)
    const second = await openSteppedUpBrowser(app, carol)
    const other = await offerMerge(second, bob)
    await acceptMerge(second, other)
    expect((await listPendingMerges(victim)).map(({ merge: { id } }) => id).sort()).toEqual([merge.id, other.id].sort())
    expect(summarizeApiResponse(await confirmMerge(victim, other))).toBe('204')
    app.clock.now += 2 * day
    await app.pruneExpired()
    expect(await linesOf(app, 'identity.merged')).toHaveLength(2)
    expect(await linesOf(app, 'identity.merge_ended')).toEqual(
      Array.from({ length: 2 }, () => 'identity.merge_ended refused {"reason":"one of the two was merged"}'),
    )
  })
})

describe('P18 a pending merge that something is against when its time comes', () => {
  const context = ({ database }: TestApp) => ({ queries: database.queries, random: systemRandomBytes })

  test.each([
    [
      'the wallet that agreed has left',
      async (_: TestApp, victim: TestBrowser) => {
        await linkWallet(victim, carol)
        const wallet = (await listWallets(victim)).find(({ address }) => address === bob.address)
        await victim.send('DELETE', `/api/wallets/${wallet?.id}`)
      },
    ],
    [
      'the other identity has a role',
      async (app: TestApp, victim: TestBrowser) => {
        const role = {
          personId: await readPersonIdOrNobody(victim),
          role: 'auditor',
          actor: operatorActor,
          now: app.clock.now,
        } as const
        await grantRole({ ...context(app), limits: app.limits }, role)
      },
    ],
    [
      'too many wallets',
      async (_: TestApp, victim: TestBrowser) => {
        await linkWallet(victim, carol)
        await linkWallet(victim, dave)
      },
    ],
  ] as const)('%s: is dropped with an entry in the log of both, and nothing moves', async (reason, change) => {
    const app = await createTestApp({
      environment: { ...relaxedChallengeLimits, COUNTERSIGN_WALLETS_PER_PERSON: '3' },
    })
    const { victim, attacker } = await phish(app)
    const people = [await readPersonIdOrNobody(victim), await readPersonIdOrNobody(attacker)]
    await change(app, victim)
    app.clock.now += day
    await app.pruneExpired()
    expect(await linesOf(app, 'identity.merge_ended')).toEqual(
      Array.from({ length: 2 }, () => `identity.merge_ended refused {"reason":"${reason}"}`),
    )
    const { queries } = app.database
    expect(await queries.selectFrom('merges').select('id').execute()).toEqual([])
    expect(await queries.selectFrom('people').select('status').where('id', 'in', people).execute()).toEqual([
      { status: 'active' },
      { status: 'active' },
    ])
  })

  test.each(['victim', 'attacker'] as const)('ends at once when the %s is suspended', async (who) => {
    const app = await createTestApp({ environment: relaxedChallengeLimits })
    const people = await phish(app)
    const id = await readPersonIdOrNobody(people[who])
    await suspendPerson(context(app), id, app.clock.now)
    expect(await app.database.queries.selectFrom('merges').select('id').execute()).toEqual([])
    expect(await linesOf(app, 'identity.merge_ended')).toEqual(
      Array.from({ length: 2 }, () => 'identity.merge_ended refused {"reason":"one of the two was suspended"}'),
    )
  })

  describe.each(databaseKinds)('on %s', (kind) => {
    test.each(['victim', 'attacker'] as const)('goes when the %s is erased', async (who) => {
      const app = await createTestApp({ database: kind, environment: relaxedChallengeLimits })
      const people = await phish(app)
      expect(summarizeApiResponse(await people[who].send('DELETE', '/api/person'))).toBe('204')
      app.clock.now += day
      await app.pruneExpired()
      expect(await app.database.queries.selectFrom('merges').select('id').execute()).toEqual([])
      expect(await linesOf(app, 'identity.merged')).toEqual([])
    })
  })

  testOnBothDatabases('is in the export of both', async (kind) => {
    const app = await createTestApp({ database: kind, environment: relaxedChallengeLimits })
    const { victim, attacker, merge } = await phish(app)
    for (const browser of [victim, attacker]) {
      const { merges } = (await browser.send('GET', '/api/export')).json<{ merges: object[] }>()
      expect(merges).toMatchObject([
        {
          id: merge.id,
          mergedAt: null,
          pendingSince: new Date(app.clock.now).toISOString(),
          effectiveAt: new Date(app.clock.now + day).toISOString(),
        },
      ])
    }
  })
})

describe('P18 the mail about a pending merge', () => {
  let server: TestMailServer
  beforeAll(async () => {
    server = await startTestMailServer()
  })
  afterAll(() => server.close())
  beforeEach(() => void server.mails.splice(0))
  const smtp = (): Record<string, string> => ({
    ...relaxedChallengeLimits,
    COUNTERSIGN_SMTP_HOST: '127.0.0.1',
    COUNTERSIGN_SMTP_PORT: String(server.port),
    COUNTERSIGN_SMTP_TLS: 'none',
    COUNTERSIGN_SMTP_FROM: 'no-reply@sign-in.example',
  })
  const addAddress = async (app: TestApp, browser: TestBrowser): Promise<void> => {
    const row = {
      person_id: await readPersonIdOrNobody(browser),
      address: 'bob@mail.example',
      verified_at: app.clock.now,
    }
    await app.database.queries.insertInto('email_addresses').values(row).execute()
  }

  test.each(['en', 'de'])(
    'goes to the verified address of the victim, in their language (%s), once',
    async (locale) => {
      const app = await createTestApp({ environment: smtp() })
      const victim = await openSteppedUpBrowser(app, bob)
      await addAddress(app, victim)
      await app.database.queries.updateTable('people').set({ locale }).execute()
      const attacker = await openSteppedUpBrowser(app, alice)
      const merge = await offerMerge(attacker, bob)
      expect(server.mails).toEqual([])
      await acceptMerge(attacker, merge)
      await acceptMerge(attacker, merge)
      await vi.waitFor(() => expect(server.mails).toHaveLength(1))
      const [{ to, raw } = { to: [], raw: '' }] = server.mails
      expect(to).toEqual(['bob@mail.example'])
      expect(raw).toContain('https://sign-in.example/account/wallets')
      expect(raw).toContain(locale === 'en' ? 'Nothing has changed yet' : 'Noch hat sich nichts ge')
      expect(raw.toLowerCase()).not.toContain(alice.address.toLowerCase())
    },
  )

  test('that the mail server does not take is logged, and the merge is pending all the same', async () => {
    const app = await createTestApp({ environment: { ...smtp(), COUNTERSIGN_SMTP_PORT: '9' } })
    const victim = await openSteppedUpBrowser(app, bob)
    await addAddress(app, victim)
    const attacker = await openSteppedUpBrowser(app, alice)
    expect((await acceptMerge(attacker, await offerMerge(attacker, bob))).json()).toMatchObject({ state: 'pending' })
    await vi.waitFor(() => expect(app.log.join('')).toContain('the mail server did not accept a mail'))
    expect(await listPendingMerges(victim)).toHaveLength(1)
  })
})
