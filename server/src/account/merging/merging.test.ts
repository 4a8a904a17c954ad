import { createTestKey } from '@countersign/testing/test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { verifyActivity } from '../../audit-log/verify.ts'
import { identitiesOf } from '../../store/people/identities.ts'
import { suspendPerson } from '../../admin/people/suspend.ts'
import { systemRandom } from '../../platform/clock.ts'
import { readEvents, settled } from '../../testing/read-all.ts'
import { createTestApp, openConfirmed, testKeys } from '../../testing/test-app.ts'
import type { TestApp, TestAppOptions, TestBrowser } from '../../testing/test-app.ts'
import { testOnBoth } from '../../testing/test-databases.ts'
import {
  accept,
  answerOf,
  link,
  listMerges,
  listWallets,
  merge,
  offer,
  personOf,
  tryToOffer,
  undo,
} from '../../testing/test-merges.ts'
import { addPasskey, generous, signInBy } from '../../testing/test-passkeys.ts'
import { readSignedOf } from '../../store/wallets/proofs.ts'

const { alice, bob, carol } = testKeys
const dave = createTestKey(4)
const erin = createTestKey(5)
const nobody = '0'.repeat(26)
const week = 7 * 86_400_000

const createGenerous = (options: TestAppOptions = {}): Promise<TestApp> =>
  createTestApp({ ...options, environment: { ...generous, ...options.environment } })
const refusalOf = (response: LightMyRequestResponse): object => ({
  ...response.json<object>(),
  instance: '',
  requestId: '',
})
const addresses = async (browser: TestBrowser): Promise<[string, boolean][]> =>
  (await listWallets(browser)).map(({ address, primary }) => [address, primary])
const isSignedIn = async (browser: TestBrowser): Promise<boolean> =>
  (await browser.send('GET', '/api/wallets')).statusCode === 200
const reasons = async (app: TestApp): Promise<string[]> =>
  (await readEvents(app.database.queries))
    .filter((line) => line.startsWith('wallet.refused'))
    .map((line) => (JSON.parse(line.split(' ').slice(2).join(' ')) as { reason: string }).reason)
const suspend = (app: TestApp, id: string): Promise<number | null> =>
  suspendPerson({ queries: app.database.queries, random: systemRandom }, id, app.clock.now)

/** Two identities of one person: one has the wallet of alice, the other those of bob and carol and a passkey. */
async function createTwo(app: TestApp) {
  const other = await openConfirmed(app, bob)
  await link(other, carol)
  const { passkey } = await addPasskey(other)
  await other.send('PATCH', '/api/person', { displayName: 'The other one' })
  app.clock.now += 1000
  const browser = await openConfirmed(app, alice)
  await browser.send('PATCH', '/api/person', { displayName: 'Alice' })
  // Both identities use this browser, so that a signature in it confirms the merge.
  await browser.makeKnownTo(bob)
  return { browser, other, passkey, ids: { survivor: await personOf(browser), other: await personOf(other) } }
}

describe('a merge', () => {
  test('is offered with what it will do, and changes nothing before it is accepted', async () => {
    const app = await createGenerous()
    const { browser, other } = await createTwo(app)
    const [address] = await listWallets(other)
    await other.send('PATCH', `/api/wallets/${address?.id}`, { label: 'Ledger' })
    expect(await offer(browser, carol)).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{26}$/) as string,
      state: 'offered',
      wallets: [
        { address: bob.address, label: 'Ledger' },
        { address: carol.address, label: null },
      ],
      passkeys: 1,
      sessions: 1,
      applications: [],
      displayName: 'The other one',
      expiresAt: '2026-01-15T12:10:03.000Z',
      takesEffectAt: null,
      mergedAt: null,
      undoUntil: '2026-01-22T12:00:03.000Z',
    })
    expect(await addresses(browser)).toEqual([[alice.address, true]])
    expect(await addresses(other)).toEqual([
      [bob.address, true],
      [carol.address, false],
    ])
    expect(await listMerges(browser)).toEqual([])
    expect((await readEvents(app.database.queries)).filter((line) => line.startsWith('identity'))).toEqual([])
  })

  testOnBoth(
    'makes one of two: all wallets and passkeys sign in to it, and the sessions of the other end',
    async (kind) => {
      const app = await createGenerous({ database: kind })
      const { browser, other, passkey, ids } = await createTwo(app)
      const offered = await offer(browser, bob)
      const merged = (await accept(browser, offered)).json<object>()
      expect(merged).toEqual({ ...offered, state: 'merged', mergedAt: '2026-01-15T12:00:03.000Z' })
      expect(await listMerges(browser)).toEqual([merged])
      expect(await addresses(browser)).toEqual([
        [bob.address, false],
        [carol.address, false],
        [alice.address, true],
      ])
      expect([await isSignedIn(other), await isSignedIn(browser)]).toEqual([false, true])
      for (const way of [
        (b: TestBrowser) => b.signIn(bob),
        (b: TestBrowser) => b.signIn(carol),
        (b: TestBrowser) => signInBy(b, passkey),
      ]) {
        const again = app.openBrowser()
        expect((await way(again)).json()).toMatchObject({ person: { id: ids.survivor, displayName: 'Alice' } })
      }
      const { queries } = app.database
      expect(
        await queries
          .selectFrom('people')
          .select(['id', 'status', 'display_name'])
          .where('id', '=', ids.other)
          .execute(),
      ).toEqual([{ id: ids.other, status: 'merged', display_name: 'The other one' }])
      expect(await identitiesOf(queries, ids.survivor)).toEqual([ids.survivor, ids.other])
      const events = await readEvents(queries)
      expect(events).toContain('identity.merged success {"wallets":2,"passkeys":1,"sessions":1,"applications":0}')
      expect(events).toContain('session.ended success {"reason":"identity-merged"}')
      expect(await verifyActivity(queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  test('keeps the message by which the other side agreed, which says what it is', async () => {
    const app = await createGenerous()
    const { browser, ids } = await createTwo(app)
    const signed = await browser.signFor('merge', bob)
    expect(signed.message).toContain(
      'Merge everything this wallet signs in to on sign-in.example into another identity of yours there.',
    )
    await accept(browser, (await browser.send('POST', '/api/merges', signed)).json())
    const { queries } = app.database
    await settled(queries)
    const lines = await queries
      .selectFrom('event_evidence')
      .innerJoin('events', 'events.sequence', 'event_evidence.sequence')
      .select(['person_id', 'content'])
      .where('type', '=', 'identity.merged')
      .orderBy('events.sequence')
      .execute()
    expect(lines.map(({ person_id, content }) => [person_id, JSON.parse(content)])).toMatchObject([
      [ids.survivor, { mergedPersonId: ids.other }],
      [ids.other, { ...signed, address: bob.address }],
    ])
    expect(lines[0]?.content.toLowerCase()).not.toContain(bob.address.toLowerCase().slice(2))
    const proofs = await queries.selectFrom('proofs').select('id').execute()
    const texts = [
      ...(
        await readSignedOf(
          queries,
          proofs.map(({ id }) => id),
        )
      ).values(),
    ]
    expect(texts).toHaveLength(proofs.length)
    expect(texts.filter(({ message }) => message === signed.message)).toEqual([signed])
  })

  testOnBoth(
    'is undone: what has moved goes back as it was, what came since stays, and only who undoes it stays signed in',
    async (kind) => {
      const app = await createGenerous({ database: kind })
      const { browser, passkey, ids } = await createTwo(app)
      const merged = await merge(browser, bob)
      app.clock.now += 1000
      await link(browser, dave)
      const { passkey: added } = await addPasskey(browser)
      const [ofBob, ofAlice, ofPasskey] = [app.openBrowser(), app.openBrowser(), app.openBrowser()]
      await ofBob.signIn(bob)
      await ofAlice.signIn(alice)
      await signInBy(ofPasskey, passkey)
      // The primary wallet is one that goes back.
      await browser.send(
        'PATCH',
        `/api/wallets/${(await listWallets(browser)).find(({ address }) => address === carol.address)?.id}`,
        { primary: true },
      )

      expect(answerOf(await undo(browser, merged))).toEqual({ signedOut: false })

      expect(await Promise.all([browser, ofBob, ofAlice, ofPasskey].map(isSignedIn))).toEqual([
        true,
        false,
        false,
        false,
      ])
      expect(await addresses(browser)).toEqual([
        [alice.address, true],
        [dave.address, false],
      ])
      const again = app.openBrowser()
      expect((await again.signIn(bob)).json()).toMatchObject({
        person: { id: ids.other, displayName: 'The other one', address: bob.address },
      })
      expect(await addresses(again)).toEqual([
        [bob.address, true],
        [carol.address, false],
      ])
      expect((await signInBy(app.openBrowser(), passkey)).json()).toMatchObject({ person: { id: ids.other } })
      expect((await signInBy(app.openBrowser(), added)).json()).toMatchObject({ person: { id: ids.survivor } })
      const { queries } = app.database
      expect(await identitiesOf(queries, ids.survivor)).toEqual([ids.survivor])
      await settled(queries)
      const lines = await queries
        .selectFrom('events')
        .innerJoin('event_evidence', 'event_evidence.sequence', 'events.sequence')
        .select('person_id')
        .where('type', '=', 'identity.separated')
        .orderBy('events.sequence')
        .execute()
      expect(lines).toEqual([{ person_id: ids.survivor }, { person_id: ids.other }])
      expect((await readEvents(queries)).filter((event) => event.includes('identity-separated'))).toHaveLength(3)
      expect(answerOf(await undo(browser, merged))).toBe('merge.unusable')
      expect(await listMerges(browser)).toEqual([])
      expect(await verifyActivity(queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  test.each(['wallet', 'passkey'])(
    'is undone by who came in by a %s that goes back, and signs them out',
    async (way) => {
      const app = await createGenerous()
      const { browser, passkey } = await createTwo(app)
      const merged = await merge(browser, bob)
      const victim = app.openBrowser()
      if (way === 'passkey') await signInBy(victim, passkey)
      else {
        await victim.signIn(carol)
        expect(answerOf(await undo(victim, merged))).toBe('step_up.required')
        await victim.stepUp(carol)
      }
      expect(await listMerges(victim)).toEqual([merged])
      const token = new Map(victim.cookies)
      expect(answerOf(await undo(victim, merged))).toEqual({ signedOut: true })
      expect(victim.cookies.has('__Host-countersign-session')).toBe(false)
      for (const [name, value] of token) victim.cookies.set(name, value)
      expect([await isSignedIn(victim), await isSignedIn(browser)]).toEqual([false, false])
    },
  )

  test('lets nothing leave while it can be undone: no way in, no further merge; and whoever was tricked finds their way', async () => {
    const app = await createGenerous()
    const { browser } = await createTwo(app)
    const merged = await merge(browser, bob)
    const third = await openConfirmed(app, dave)
    await app.openBrowser().signIn(erin)
    for (const { id } of await listWallets(browser))
      expect(answerOf(await browser.send('DELETE', `/api/wallets/${id}`))).toBe('merge.open')
    const { items } = (await browser.send('GET', '/api/passkeys')).json<{ items: { id: string }[] }>()
    expect(items).toHaveLength(1)
    expect(answerOf(await browser.send('DELETE', `/api/passkeys/${items[0]?.id}`))).toBe('merge.open')
    expect(answerOf(await tryToOffer(browser, dave))).toBe('merge.open')
    expect(answerOf(await browser.send('DELETE', '/api/person'))).toBe('merge.open')
    // Nor into somebody else, which would put the undoing out of reach.
    expect(answerOf(await tryToOffer(third, bob))).toBe('merge.impossible')

    app.clock.now += week
    // A browser that is known: the sign-in counts.
    await browser.signIn(alice)
    expect(await listMerges(browser)).toEqual([])
    expect(answerOf(await undo(browser, merged))).toBe('merge.unusable')
    const [first] = await listWallets(browser)
    expect(answerOf(await browser.send('DELETE', `/api/wallets/${first?.id}`))).toEqual({ signedOut: false })
    expect(await addresses(browser)).toEqual([
      [carol.address, false],
      [alice.address, true],
    ])
    expect(await merge(browser, erin)).toMatchObject({ state: 'merged', wallets: [{ address: erin.address }] })
  })

  testOnBoth('carries along who was merged before, for good', async (kind) => {
    const app = await createGenerous({ database: kind })
    const { browser, ids } = await createTwo(app)
    await merge(browser, bob)
    app.clock.now += week
    const last = await openConfirmed(app, dave)
    const merged = await merge(last, carol)
    const id = await personOf(last)
    const { queries } = app.database
    expect([...(await identitiesOf(queries, id))].sort()).toEqual([id, ids.survivor, ids.other].sort())
    await undo(last, merged)
    expect(await identitiesOf(queries, id)).toEqual([id])
    expect((await app.openBrowser().signIn(bob)).json()).toMatchObject({ person: { id: ids.survivor } })
  })

  testOnBoth('P8 is refused in one way, whatever there is behind the wallet; the log tells why', async (kind) => {
    const app = await createGenerous({
      database: kind,
      environment: { COUNTERSIGN_WALLETS_PER_PERSON: '3', COUNTERSIGN_PASSKEYS_PER_PERSON: '1' },
    })
    const keys = Array.from({ length: 10 }, (_, index) => createTestKey(10 + index)) as [typeof bob, ...(typeof bob)[]]
    const [suspended, merging = bob, merged = bob, many = bob, extra = bob, another = bob, keyed = bob] = keys
    await suspend(app, await personOf(await openConfirmed(app, suspended)))
    await app.openBrowser().signIn(merged)
    await merge(await openConfirmed(app, merging), merged)
    const full = await openConfirmed(app, many)
    await link(full, extra)
    await link(full, another)
    await addPasskey(await openConfirmed(app, keyed))
    const browser = await openConfirmed(app, alice)
    await addPasskey(browser)
    const tried = [carol, alice, suspended, merging, merged, many, keyed]
    const refusals = []
    for (const key of tried) refusals.push(await tryToOffer(browser, key))
    expect(refusals[0]?.json()).toMatchObject({ code: 'merge.impossible', status: 409 })
    for (const refusal of refusals) expect(refusalOf(refusal)).toEqual(refusalOf(refusals[0] as LightMyRequestResponse))
    expect(await reasons(app)).toEqual([
      'nobody behind this wallet',
      'the same identity',
      'the other identity is not in use',
      'a merge into the other identity can still be undone',
      'a merge into the other identity can still be undone',
      'too many wallets',
      'too many passkeys',
    ])
    expect(
      await app.database.queries.selectFrom('merges').select('id').where('merged_at', 'is', null).execute(),
    ).toEqual([])
  })

  test('P8 P2 an offer is for the person whom it was made to, once, in time, and is not told from none', async () => {
    const app = await createGenerous()
    const { browser, other } = await createTwo(app)
    const offered = await offer(browser, bob)
    const refusals = [await accept(other, offered), await accept(browser, { id: nobody }), await undo(browser, offered)]
    for (const refusal of refusals) expect(refusalOf(refusal)).toMatchObject({ code: 'merge.unusable', status: 404 })
    expect(refusalOf(refusals[0] as LightMyRequestResponse)).toEqual(refusalOf(refusals[1] as LightMyRequestResponse))
    // A newer offer takes its place.
    const newer = await offer(browser, carol)
    expect(answerOf(await accept(browser, offered))).toBe('merge.unusable')
    app.clock.now += 600_000
    await browser.stepUp(alice)
    expect(answerOf(await accept(browser, newer))).toBe('merge.unusable')
    await app.sweep()
    expect(await app.database.queries.selectFrom('merges').selectAll().execute()).toEqual([])
    const last = await offer(browser, bob)
    app.clock.now += 599_999
    await browser.stepUp(alice)
    await app.sweep()
    expect(answerOf(await accept(browser, last))).toMatchObject({ state: 'merged' })
    expect(answerOf(await accept(browser, last))).toBe('merge.unusable')
    // What was accepted is not swept with the offers.
    app.clock.now += 600_000
    await app.sweep()
    expect(await listMerges(browser)).toMatchObject([{ id: last.id }])
  })

  test('P2 needs a fresh proof of both sides at every step, and this site', async () => {
    const app = await createGenerous()
    const { browser, ids } = await createTwo(app)
    const signed = await browser.signFor('merge', bob)
    const { signature } = await browser.signFor('merge', alice)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(answerOf(await browser.send('POST', '/api/merges', signed, foreign))).toBe('request.foreign_origin')
    expect(
      answerOf(await browser.send('POST', '/api/merges', { ...(await browser.signFor('merge', bob)), signature })),
    ).toBe('signature.refused')
    const offered = (await browser.send('POST', '/api/merges', signed)).json<{ id: string }>()
    expect(answerOf(await browser.send('POST', '/api/merges', signed))).toBe('challenge.unusable')
    expect(answerOf(await browser.send('POST', `/api/merges/${offered.id}/accept`, undefined, foreign))).toBe(
      'request.foreign_origin',
    )
    app.clock.now += 599_000
    expect(answerOf(await accept(browser, offered))).toBe('step_up.required')
    expect(answerOf(await tryToOffer(browser, bob))).toBe('step_up.required')
    await browser.stepUp(alice)
    const merged = (await accept(browser, offered)).json<{ id: string }>()
    expect(answerOf(await browser.send('POST', `/api/merges/${merged.id}/undo`, undefined, foreign))).toBe(
      'request.foreign_origin',
    )
    app.clock.now += 600_000
    expect(answerOf(await undo(browser, merged))).toBe('step_up.required')
    expect(await identitiesOf(app.database.queries, ids.survivor)).toEqual([ids.survivor, ids.other])
  })

  test('is judged again when it is accepted', async () => {
    const app = await createGenerous({ environment: { COUNTERSIGN_WALLETS_PER_PERSON: '3' } })
    const { browser, other, ids } = await createTwo(app)
    // The wallet that agreed has left the other identity.
    const first = await offer(browser, carol)
    const id = (await listWallets(other)).find(({ address }) => address === carol.address)?.id
    await other.send('DELETE', `/api/wallets/${id}`)
    expect(answerOf(await accept(browser, first))).toBe('merge.impossible')
    await link(other, carol)
    expect(answerOf(await accept(browser, first))).toBe('merge.impossible')
    // There is no room any more.
    const second = await offer(browser, bob)
    await link(browser, dave)
    expect(answerOf(await accept(browser, second))).toBe('merge.impossible')
    await browser.send(
      'DELETE',
      `/api/wallets/${(await listWallets(browser)).find(({ address }) => address === dave.address)?.id}`,
    )
    // The other identity was suspended.
    await suspend(app, ids.other)
    expect(answerOf(await accept(browser, second))).toBe('merge.impossible')
    expect(await addresses(browser)).toEqual([[alice.address, true]])
    expect(
      await app.database.queries.selectFrom('people').select('status').where('id', '=', ids.other).executeTakeFirst(),
    ).toEqual({ status: 'suspended' })
    expect(await identitiesOf(app.database.queries, ids.survivor)).toEqual([ids.survivor])
  })

  testOnBoth('gives who has no wallet of their own a primary one, and takes it back', async (kind) => {
    const app = await createGenerous({ database: kind })
    const { browser, ids } = await createTwo(app)
    const { passkey } = await addPasskey(browser)
    const [only] = await listWallets(browser)
    await browser.send('DELETE', `/api/wallets/${only?.id}`)
    await signInBy(browser, passkey)
    expect((await browser.send('GET', '/api/session')).json()).toMatchObject({
      person: { id: ids.survivor, address: null },
    })
    const merged = await merge(browser, carol)
    expect(await addresses(browser)).toEqual([
      [bob.address, true],
      [carol.address, false],
    ])
    expect(answerOf(await undo(browser, merged))).toEqual({ signedOut: false })
    expect(await addresses(browser)).toEqual([])
    const other = app.openBrowser()
    await other.signIn(carol)
    expect(await addresses(other)).toEqual([
      [bob.address, true],
      [carol.address, false],
    ])
  })

  test('P3 is not undone where one of the two would be left without a way in', async () => {
    const app = await createGenerous()
    const { browser, ids } = await createTwo(app)
    const merged = await merge(browser, bob)
    const { queries } = app.database
    const before = async () => [
      await queries.selectFrom('wallets').select(['id', 'person_id']).orderBy('id').execute(),
      await queries.selectFrom('merges').select('undone_at').execute(),
    ]
    for (const lost of [[alice], [bob, carol]]) {
      const owned = lost.map(({ address }) => address.toLowerCase())
      await queries.updateTable('wallets').set({ unlinked_at: app.clock.now }).where('address', 'in', owned).execute()
      if (lost.length > 1) await queries.updateTable('passkeys').set({ removed_at: app.clock.now }).execute()
      const was = await before()
      expect(answerOf(await undo(browser, merged))).toBe('way_in.last')
      expect(await before()).toEqual(was)
      await queries.updateTable('wallets').set({ unlinked_at: null }).execute()
    }
    expect(answerOf(await undo(browser, merged))).toEqual({ signedOut: false })
    expect(await identitiesOf(queries, ids.survivor)).toEqual([ids.survivor])
  })
})
