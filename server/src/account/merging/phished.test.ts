// One signature for a merge, got by phishing or a QR code: what it does not do, and what the person whose identity would disappear can do.
import { createTestKey } from '@countersign/testing/test-keys'
import { startMailServer } from '@countersign/testing/mail-server'
import type { TestMailServer } from '@countersign/testing/mail-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { grantRole } from '../../store/roles/grant-role.ts'
import { verifyActivity } from '../../audit-log/verify.ts'
import { operator } from '../../audit-log/actor.ts'
import { suspendPerson } from '../../admin/people/suspend.ts'
import { identitiesOf } from '../../store/people/identities.ts'
import { systemRandom } from '../../platform/clock.ts'
import { readEvents } from '../../testing/read-all.ts'
import { createTestApp, openConfirmed, testKeys } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { databaseKinds, testOnBoth } from '../../testing/test-databases.ts'
import {
  accept,
  answerOf,
  confirm,
  link,
  listMerges,
  listPending,
  listWallets,
  offer,
  personOf,
  refuse,
  tryToOffer,
  undo,
} from '../../testing/test-merges.ts'
import { addTestApplication, createOpenIdApp, readToken } from '../../testing/test-openid.ts'
import type { TestApplication } from '../../testing/test-openid.ts'
import { addPasskey, generous, inBrief, signInBy } from '../../testing/test-passkeys.ts'
import { openWithRole } from '../../testing/test-roles.ts'
import { createInstances, obtainFamily, userinfo } from '../../testing/test-tokens.ts'

const { alice, bob, carol } = testKeys
const [dave, erin] = [createTestKey(4), createTestKey(5)]
const day = 86_400_000

const isSignedIn = async (browser: TestBrowser): Promise<boolean> =>
  (await browser.send('GET', '/api/wallets')).statusCode === 200
const sign = async (app: Pick<TestApp, 'http'>, browser: TestBrowser, application: TestApplication) =>
  readToken((await obtainFamily(app, browser, application)).id_token)['sub']
const linesOf = async ({ database }: Pick<TestApp, 'database'>, type: string): Promise<string[]> =>
  (await readEvents(database.queries)).filter((line) => line.startsWith(type))

/** Bob, in his own browser; and alice, who has got one signature of his wallet for a merge, and has accepted it. */
async function phish(app: Pick<TestApp, 'openBrowser' | 'clock'>) {
  const victim = await openConfirmed(app, bob)
  const attacker = await openConfirmed(app, alice)
  const merge = await offer(attacker, bob)
  const accepted = (await accept(attacker, merge)).json<typeof merge>()
  return { victim, attacker, merge, accepted }
}

describe('P18 P2 a phished signature for a merge', () => {
  test('moves nothing: no subject changes at an application, no session ends, and nothing is told', async () => {
    const app = await createOpenIdApp({ environment: generous })
    const application = await addTestApplication(app, { grantTypes: ['authorization_code', 'refresh_token'] })
    const [victim, attacker] = [await openConfirmed(app, bob), await openConfirmed(app, alice)]
    const tokens = await obtainFamily(app, victim, application)
    const subject = readToken(tokens.id_token)['sub']
    const merge = await offer(attacker, bob)
    expect((await accept(attacker, merge)).json()).toMatchObject({
      state: 'pending',
      takesEffectAt: new Date(app.clock.now + day).toISOString(),
      undoUntil: new Date(app.clock.now + 8 * day).toISOString(),
      mergedAt: null,
    })
    app.clock.now += 1000
    await app.sweep()
    expect(await isSignedIn(victim)).toBe(true)
    expect((await userinfo(app, tokens.access_token)).json()).toMatchObject({ sub: subject })
    expect(await sign(app, victim, application)).toBe(subject)
    expect(await sign(app, attacker, application)).not.toBe(subject)
    expect((await listWallets(attacker)).map(({ address }) => address)).toEqual([alice.address])
    expect(await identitiesOf(app.database.queries, await personOf(attacker))).toHaveLength(1)
    expect(await linesOf(app, 'identity.')).toEqual(
      Array.from({ length: 2 }, () => 'identity.merge_requested success {}'),
    )
    expect(await linesOf(app, 'session.ended')).not.toContainEqual(expect.stringContaining('merged'))
  })

  testOnBoth(
    'is shown in every session of the victim with what, who, where and when, and to whoever asked',
    async (kind) => {
      const app = await createTestApp({ database: kind, environment: generous })
      const victim = await openConfirmed(app, bob)
      const attacker = app.openBrowser({ address: '203.0.113.9', userAgent: 'Attacker' })
      await attacker.signIn(alice)
      await attacker.stepUp(alice)
      await attacker.send('PATCH', '/api/person', { displayName: 'Support' })
      expect(await listPending(victim)).toEqual([])
      const merge = await offer(attacker, bob)
      expect(await listPending(victim)).toEqual([])
      const requestedAt = new Date(app.clock.now).toISOString()
      await accept(attacker, merge)
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
      expect(await listPending(victim)).toMatchObject([{ ...shown, mayConfirm: true }])
      expect(await listPending(elsewhere)).toMatchObject([{ ...shown, mayConfirm: false }])
      expect(await listPending(attacker)).toMatchObject([{ ...shown, side: 'asking', mayConfirm: false }])
      // What every page of the account asks anyway.
      for (const browser of [victim, elsewhere, attacker])
        expect((await browser.send('GET', '/api/browsers/new')).json()).toMatchObject({ pendingMerges: 1 })
      const stranger = await openConfirmed(app, carol)
      expect(await listPending(stranger)).toEqual([])
      expect(answerOf(await refuse(stranger, merge))).toBe('merge.unusable')
    },
  )

  test('is shown to administrators at both people', async () => {
    const app = await createTestApp({ environment: generous })
    const { victim, attacker, merge } = await phish(app)
    const [asked, asking] = [await personOf(victim), await personOf(attacker)]
    const takesEffectAt = new Date(app.clock.now + day).toISOString()
    const { browser } = await openWithRole(app, carol, 'administrator')
    const read = async (id: string) =>
      (await browser.send('GET', `/api/admin/people/${id}`)).json<{ pendingMerges: object[] }>().pendingMerges
    expect(await read(asked)).toEqual([{ id: merge.id, side: 'asked', otherId: asking, takesEffectAt }])
    expect(await read(asking)).toEqual([{ id: merge.id, side: 'asking', otherId: asked, takesEffectAt }])
  })

  test('is refused from any session of the victim, without a proof that could be kept from them', async () => {
    const app = await createTestApp({ environment: generous })
    const { victim, attacker, merge } = await phish(app)
    const elsewhere = app.openBrowser()
    await elsewhere.signIn(bob)
    app.clock.now += 3_600_000
    expect((await elsewhere.send('GET', '/api/session')).json()).toMatchObject({ session: { confirmedUntil: null } })
    expect(inBrief(await refuse(elsewhere, merge))).toBe('204')
    expect(inBrief(await refuse(victim, merge))).toBe('404 merge.unusable')
    for (const browser of [victim, attacker]) expect(await listPending(browser)).toEqual([])
    await attacker.stepUp(alice)
    expect(answerOf(await accept(attacker, merge))).toBe('merge.unusable')
    app.clock.now += 2 * day
    await app.sweep()
    expect((await app.openBrowser().signIn(bob)).json()).toMatchObject({ person: { id: await personOf(victim) } })
    expect(await linesOf(app, 'identity.merge_ended')).toEqual(
      Array.from({ length: 2 }, () => 'identity.merge_ended refused {"reason":"the other identity refused"}'),
    )
    expect(await linesOf(app, 'identity.merged')).toEqual([])
  })

  testOnBoth(
    'takes effect a day later, once, by whichever instance, and can be undone for a week from then on',
    async (kind) => {
      const { one, two } = await createInstances(kind)
      // An SQLite file has one server: there they follow each other.
      const sweepAll = async (apps: readonly Pick<TestApp, 'sweep'>[]): Promise<void> => {
        if (kind === 'postgres') await Promise.all(apps.map((app) => app.sweep()))
        else for (const app of apps) await app.sweep()
      }
      const application = await addTestApplication(one)
      const victim = await openConfirmed(one, bob)
      const victimId = await personOf(victim)
      const subject = await sign(one, victim, application)
      const attacker = await openConfirmed(one, alice)
      const attackerId = await personOf(attacker)
      const merge = await offer(attacker, bob)
      await accept(attacker, merge)
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
      expect(answerOf(await undo(back, merge))).toEqual({ signedOut: true })
      await back.signIn(bob)
      expect(await personOf(back)).toBe(victimId)
      expect(await sign(one, back, application)).toBe(subject)
      expect(await verifyActivity(one.database.queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  testOnBoth(
    'P13 is not sped up by a relayed session, whatever that proves or adds, nor by a stolen session cookie',
    async (kind) => {
      const app = await createTestApp({ database: kind, environment: generous })
      const { victim, attacker, merge } = await phish(app)
      const relayed = app.openBrowser()
      await relayed.signIn(bob)
      expect(answerOf(await confirm(relayed, merge))).toBe('step_up.required')
      await relayed.stepUp(bob)
      expect(answerOf(await confirm(relayed, merge))).toBe('merge.browser_new')
      const { passkey } = await addPasskey(relayed)
      expect(inBrief(await signInBy(relayed, passkey))).toBe('200')
      expect(answerOf(await confirm(relayed, merge))).toBe('merge.browser_new')
      // Wallets of the attacker, linked by the relayed session, and signed in with.
      for (const key of [dave, erin]) await link(relayed, key)
      for (const key of [dave, erin]) await relayed.signIn(key)
      for (const key of [dave, erin]) expect(await offer(attacker, key)).toMatchObject({ state: 'pending' })
      expect((await accept(attacker, merge)).json()).toMatchObject({ state: 'pending' })
      // The attacker's browser, once it has signed in as the victim as well, is new there too.
      const both = await openConfirmed(app, alice)
      await both.signIn(bob)
      await both.signIn(alice)
      await both.stepUp(alice)
      expect((await accept(both, await offer(both, bob))).json()).toMatchObject({ state: 'pending' })

      const stolen = app.openBrowser()
      for (const [name, value] of victim.cookies) if (name.endsWith('session')) stolen.cookies.set(name, value)
      expect(await isSignedIn(stolen)).toBe(true)
      expect(answerOf(await confirm(stolen, merge))).toBe('step_up.required')
      expect(answerOf(await confirm(attacker, merge))).toBe('merge.unusable')
      expect(await linesOf(app, 'identity.merged')).toEqual([])
      expect(await isSignedIn(victim)).toBe(true)
    },
  )

  test('is confirmed by the person in a browser that is known, with a proof of a moment ago', async () => {
    const app = await createTestApp({ environment: generous })
    const { victim, attacker, merge } = await phish(app)
    app.clock.now += 3_600_000
    expect(answerOf(await confirm(victim, merge))).toBe('step_up.required')
    await victim.stepUp(bob)
    expect(inBrief(await confirm(victim, merge))).toBe('204')
    expect([await isSignedIn(victim), victim.cookies.has('__Host-countersign-session')]).toEqual([false, false])
    expect(await listMerges(attacker)).toMatchObject([
      { id: merge.id, mergedAt: new Date(app.clock.now).toISOString(), takesEffectAt: null },
    ])
    expect(await listPending(attacker)).toEqual([])
  })

  test('is confirmed by a passkey of the identity, in whichever browser', async () => {
    const app = await createTestApp({ environment: generous })
    const victim = await openConfirmed(app, bob)
    const { passkey } = await addPasskey(victim)
    const asking = await openConfirmed(app, alice)
    const merge = await offer(asking, bob)
    await accept(asking, merge)
    const elsewhere = app.openBrowser()
    await signInBy(elsewhere, passkey)
    expect(await listPending(elsewhere)).toMatchObject([{ side: 'asked', mayConfirm: true }])
    expect(inBrief(await confirm(elsewhere, merge))).toBe('204')
    expect(await listMerges(asking)).toMatchObject([{ id: merge.id }])
  })

  test('is confirmed by a second wallet of the identity that signs for the merge as well, before or while it is pending', async () => {
    const app = await createTestApp({ environment: generous })
    const victim = await openConfirmed(app, bob)
    await link(victim, carol)
    await victim.signIn(carol)
    await victim.signIn(bob)
    const asking = await openConfirmed(app, alice)
    expect((await offer(asking, bob)).takesEffectAt).not.toBeNull()
    // The same wallet twice is one.
    expect((await offer(asking, bob)).takesEffectAt).not.toBeNull()
    const merge = await offer(asking, carol)
    expect(merge).toMatchObject({ state: 'offered', takesEffectAt: null })
    expect((await accept(asking, merge)).json()).toMatchObject({ state: 'merged' })
    await asking.stepUp(alice)
    await undo(asking, merge)

    const again = await offer(asking, bob)
    expect((await accept(asking, again)).json()).toMatchObject({ state: 'pending' })
    expect(await offer(asking, carol)).toMatchObject({ id: again.id, state: 'pending', takesEffectAt: null })
    expect((await accept(asking, again)).json()).toMatchObject({ state: 'merged' })
  })

  test('a merge in the browser in which the identity was made takes effect at once', async () => {
    const app = await createTestApp({ environment: generous })
    const browser = await openConfirmed(app, alice)
    await browser.signIn(bob)
    await browser.signIn(alice)
    const merge = await offer(browser, bob)
    expect(merge.takesEffectAt).toBeNull()
    expect((await accept(browser, merge)).json()).toMatchObject({ state: 'merged' })
  })

  test('outlives the session that asked, is alone on that side, and is canceled there', async () => {
    const app = await createTestApp({ environment: generous })
    const { victim, attacker, merge } = await phish(app)
    await openConfirmed(app, carol)
    await attacker.send('POST', '/api/sign-out')
    await attacker.signIn(alice)
    expect(answerOf(await tryToOffer(attacker, carol))).toBe('merge.pending')
    expect(await listPending(victim)).toHaveLength(1)
    const elsewhere = app.openBrowser()
    await elsewhere.signIn(alice)
    expect(inBrief(await refuse(elsewhere, merge))).toBe('204')
    expect(await listPending(victim)).toEqual([])
    expect((await offer(attacker, carol)).state).toBe('offered')
    expect(await linesOf(app, 'identity.merge_ended')).toEqual(
      Array.from({ length: 2 }, () => 'identity.merge_ended success {"reason":"canceled by the identity that asked"}'),
    )
  })

  testOnBoth('of several for one identity the first that takes effect ends the others', async (kind) => {
    const app = await createTestApp({ database: kind, environment: generous })
    const { victim, merge } = await phish(app)
    const second = await openConfirmed(app, carol)
    const other = await offer(second, bob)
    await accept(second, other)
    expect((await listPending(victim)).map(({ merge: { id } }) => id).sort()).toEqual([merge.id, other.id].sort())
    expect(inBrief(await confirm(victim, other))).toBe('204')
    app.clock.now += 2 * day
    await app.sweep()
    expect(await linesOf(app, 'identity.merged')).toHaveLength(2)
    expect(await linesOf(app, 'identity.merge_ended')).toEqual(
      Array.from({ length: 2 }, () => 'identity.merge_ended refused {"reason":"one of the two was merged"}'),
    )
  })
})

describe('P18 a pending merge that something is against when its time comes', () => {
  const world = ({ database }: TestApp) => ({ queries: database.queries, random: systemRandom })

  test.each([
    [
      'the wallet that agreed has left',
      async (_: TestApp, victim: TestBrowser) => {
        await link(victim, carol)
        const wallet = (await listWallets(victim)).find(({ address }) => address === bob.address)
        await victim.send('DELETE', `/api/wallets/${wallet?.id}`)
      },
    ],
    [
      'the other identity has a role',
      async (app: TestApp, victim: TestBrowser) => {
        const role = { personId: await personOf(victim), role: 'auditor', actor: operator, now: app.clock.now } as const
        await grantRole({ ...world(app), limits: app.limits }, role)
      },
    ],
    [
      'too many wallets',
      async (_: TestApp, victim: TestBrowser) => {
        await link(victim, carol)
        await link(victim, dave)
      },
    ],
  ] as const)('%s: is dropped with an entry in the log of both, and nothing moves', async (reason, change) => {
    const app = await createTestApp({
      environment: { ...generous, COUNTERSIGN_WALLETS_PER_PERSON: '3' },
    })
    const { victim, attacker } = await phish(app)
    const people = [await personOf(victim), await personOf(attacker)]
    await change(app, victim)
    app.clock.now += day
    await app.sweep()
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
    const app = await createTestApp({ environment: generous })
    const people = await phish(app)
    const id = await personOf(people[who])
    await suspendPerson(world(app), id, app.clock.now)
    expect(await app.database.queries.selectFrom('merges').select('id').execute()).toEqual([])
    expect(await linesOf(app, 'identity.merge_ended')).toEqual(
      Array.from({ length: 2 }, () => 'identity.merge_ended refused {"reason":"one of the two was suspended"}'),
    )
  })

  describe.each(databaseKinds)('on %s', (kind) => {
    test.each(['victim', 'attacker'] as const)('goes when the %s is erased', async (who) => {
      const app = await createTestApp({ database: kind, environment: generous })
      const people = await phish(app)
      expect(inBrief(await people[who].send('DELETE', '/api/person'))).toBe('204')
      app.clock.now += day
      await app.sweep()
      expect(await app.database.queries.selectFrom('merges').select('id').execute()).toEqual([])
      expect(await linesOf(app, 'identity.merged')).toEqual([])
    })
  })

  testOnBoth('is in the export of both', async (kind) => {
    const app = await createTestApp({ database: kind, environment: generous })
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
    server = await startMailServer()
  })
  afterAll(() => server.close())
  beforeEach(() => void server.mails.splice(0))
  const smtp = (): Record<string, string> => ({
    ...generous,
    COUNTERSIGN_SMTP_HOST: '127.0.0.1',
    COUNTERSIGN_SMTP_PORT: String(server.port),
    COUNTERSIGN_SMTP_TLS: 'none',
    COUNTERSIGN_SMTP_FROM: 'no-reply@sign-in.example',
  })
  const addAddress = async (app: TestApp, browser: TestBrowser): Promise<void> => {
    const row = { person_id: await personOf(browser), address: 'bob@mail.example', verified_at: app.clock.now }
    await app.database.queries.insertInto('email_addresses').values(row).execute()
  }

  test.each(['en', 'de'])(
    'goes to the verified address of the victim, in their language (%s), once',
    async (locale) => {
      const app = await createTestApp({ environment: smtp() })
      const victim = await openConfirmed(app, bob)
      await addAddress(app, victim)
      await app.database.queries.updateTable('people').set({ locale }).execute()
      const attacker = await openConfirmed(app, alice)
      const merge = await offer(attacker, bob)
      expect(server.mails).toEqual([])
      await accept(attacker, merge)
      await accept(attacker, merge)
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
    const victim = await openConfirmed(app, bob)
    await addAddress(app, victim)
    const attacker = await openConfirmed(app, alice)
    expect((await accept(attacker, await offer(attacker, bob))).json()).toMatchObject({ state: 'pending' })
    await vi.waitFor(() => expect(app.log.join('')).toContain('the mail server did not accept a mail'))
    expect(await listPending(victim)).toHaveLength(1)
  })
})
