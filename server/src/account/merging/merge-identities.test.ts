import { createTestKey } from '@countersign/testing/test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { listIdentityIds } from '../../store/people/merged-identities.ts'
import { suspendPerson } from '../../admin/people/suspend-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { readAuditLog, sequenceAllEntries } from '../../testing/read-database-state.ts'
import { createTestApp, openSteppedUpBrowser, testKeys } from '../../testing/test-app.ts'
import type { TestApp, TestAppOptions, TestBrowser } from '../../testing/test-app.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import {
  acceptMerge,
  readAnswerOrCode,
  linkWallet,
  listMerges,
  listWallets,
  mergeInto,
  offerMerge,
  readPersonIdOrNobody,
  requestMergeOffer,
  requestMergeUndo,
} from '../../testing/test-merges.ts'
import { addPasskey, relaxedChallengeLimits, signInWithPasskey } from '../../testing/test-passkeys.ts'
import { readSignedMessages } from '../../store/wallets/proof-store.ts'

const { alice, bob, carol } = testKeys
const dave = createTestKey(4)
const erin = createTestKey(5)
const nobody = '0'.repeat(26)
const week = 7 * 86_400_000

const createGenerous = (options: TestAppOptions = {}): Promise<TestApp> =>
  createTestApp({ ...options, environment: { ...relaxedChallengeLimits, ...options.environment } })
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
  (await readAuditLog(app.database.queries))
    .filter((line) => line.startsWith('wallet.refused'))
    .map((line) => (JSON.parse(line.split(' ').slice(2).join(' ')) as { reason: string }).reason)
const suspend = (app: TestApp, id: string): Promise<number | null> =>
  suspendPerson({ queries: app.database.queries, random: systemRandomBytes }, id, app.clock.now)

/** Two identities of one person: one has the wallet of alice, the other those of bob and carol and a passkey. */
async function createTwo(app: TestApp) {
  const other = await openSteppedUpBrowser(app, bob)
  await linkWallet(other, carol)
  const { passkey } = await addPasskey(other)
  await other.send('PATCH', '/api/person', { displayName: 'The other one' })
  app.clock.now += 1000
  const browser = await openSteppedUpBrowser(app, alice)
  await browser.send('PATCH', '/api/person', { displayName: 'Alice' })
  // Both identities use this browser, so that a signature in it confirms the merge.
  await browser.trustForOwnerOf(bob)
  return {
    browser,
    other,
    passkey,
    ids: { survivor: await readPersonIdOrNobody(browser), other: await readPersonIdOrNobody(other) },
  }
}

describe('a merge', () => {
  test('is offered with what it will do, and changes nothing before it is accepted', async () => {
    const app = await createGenerous()
    const { browser, other } = await createTwo(app)
    const [address] = await listWallets(other)
    await other.send('PATCH', `/api/wallets/${address?.id}`, { label: 'Ledger' })
    expect(await offerMerge(browser, carol)).toEqual({
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
    expect((await readAuditLog(app.database.queries)).filter((line) => line.startsWith('identity'))).toEqual([])
  })

  testOnBothDatabases(
    'makes one of two: all wallets and passkeys sign in to it, and the sessions of the other end',
    async (kind) => {
      const app = await createGenerous({ database: kind })
      const { browser, other, passkey, ids } = await createTwo(app)
      const offered = await offerMerge(browser, bob)
      const merged = (await acceptMerge(browser, offered)).json<object>()
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
        (b: TestBrowser) => signInWithPasskey(b, passkey),
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
      expect(await listIdentityIds(queries, ids.survivor)).toEqual([ids.survivor, ids.other])
      const events = await readAuditLog(queries)
      expect(events).toContain('identity.merged success {"wallets":2,"passkeys":1,"sessions":1,"applications":0}')
      expect(events).toContain('session.ended success {"reason":"identity-merged"}')
      expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  test('keeps the message by which the other side agreed, which says what it is', async () => {
    const app = await createGenerous()
    const { browser, ids } = await createTwo(app)
    const signed = await browser.signChallengeFor('merge', bob)
    expect(signed.message).toContain(
      'Merge everything this wallet signs in to on sign-in.example into another identity of yours there.',
    )
    await acceptMerge(browser, (await browser.send('POST', '/api/merges', signed)).json())
    const { queries } = app.database
    await sequenceAllEntries(queries)
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
        await readSignedMessages(
          queries,
          proofs.map(({ id }) => id),
        )
      ).values(),
    ]
    expect(texts).toHaveLength(proofs.length)
    expect(texts.filter(({ message }) => message === signed.message)).toEqual([signed])
  })

  testOnBothDatabases(
    'is undone: what has moved goes back as it was, what came since stays, and only who undoes it stays signed in',
    async (kind) => {
      const app = await createGenerous({ database: kind })
      const { browser, passkey, ids } = await createTwo(app)
      const merged = await mergeInto(browser, bob)
      app.clock.now += 1000
      await linkWallet(browser, dave)
      const { passkey: added } = await addPasskey(browser)
      const [ofBob, ofAlice, ofPasskey] = [app.openBrowser(), app.openBrowser(), app.openBrowser()]
      await ofBob.signIn(bob)
      await ofAlice.signIn(alice)
      await signInWithPasskey(ofPasskey, passkey)
      // The primary wallet is one that goes back.
      await browser.send(
        'PATCH',
        `/api/wallets/${(await listWallets(browser)).find(({ address }) => address === carol.address)?.id}`,
        { primary: true },
      )

      expect(readAnswerOrCode(await requestMergeUndo(browser, merged))).toEqual({ signedOut: false })

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
      expect((await signInWithPasskey(app.openBrowser(), passkey)).json()).toMatchObject({ person: { id: ids.other } })
      expect((await signInWithPasskey(app.openBrowser(), added)).json()).toMatchObject({ person: { id: ids.survivor } })
      const { queries } = app.database
      expect(await listIdentityIds(queries, ids.survivor)).toEqual([ids.survivor])
      await sequenceAllEntries(queries)
      const lines = await queries
        .selectFrom('events')
        .innerJoin('event_evidence', 'event_evidence.sequence', 'events.sequence')
        .select('person_id')
        .where('type', '=', 'identity.separated')
        .orderBy('events.sequence')
        .execute()
      expect(lines).toEqual([{ person_id: ids.survivor }, { person_id: ids.other }])
      expect((await readAuditLog(queries)).filter((event) => event.includes('identity-separated'))).toHaveLength(3)
      expect(readAnswerOrCode(await requestMergeUndo(browser, merged))).toBe('merge.unusable')
      expect(await listMerges(browser)).toEqual([])
      expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  test.each(['wallet', 'passkey'])(
    'is undone by who came in by a %s that goes back, and signs them out',
    async (way) => {
      const app = await createGenerous()
      const { browser, passkey } = await createTwo(app)
      const merged = await mergeInto(browser, bob)
      const victim = app.openBrowser()
      if (way === 'passkey') await signInWithPasskey(victim, passkey)
      else {
        await victim.signIn(carol)
        expect(readAnswerOrCode(await requestMergeUndo(victim, merged))).toBe('step_up.required')
        await victim.stepUp(carol)
      }
      expect(await listMerges(victim)).toEqual([merged])
      const token = new Map(victim.cookies)
      expect(readAnswerOrCode(await requestMergeUndo(victim, merged))).toEqual({ signedOut: true })
      expect(victim.cookies.has('__Host-countersign-session')).toBe(false)
      for (const [name, value] of token) victim.cookies.set(name, value)
      expect([await isSignedIn(victim), await isSignedIn(browser)]).toEqual([false, false])
    },
  )

  test('lets nothing leave while it can be undone: no way in, no further merge; and whoever was tricked finds their way', async () => {
    const app = await createGenerous()
    const { browser } = await createTwo(app)
    const merged = await mergeInto(browser, bob)
    const third = await openSteppedUpBrowser(app, dave)
    await app.openBrowser().signIn(erin)
    for (const { id } of await listWallets(browser))
      expect(readAnswerOrCode(await browser.send('DELETE', `/api/wallets/${id}`))).toBe('merge.open')
    const { items } = (await browser.send('GET', '/api/passkeys')).json<{ items: { id: string }[] }>()
    expect(items).toHaveLength(1)
    expect(readAnswerOrCode(await browser.send('DELETE', `/api/passkeys/${items[0]?.id}`))).toBe('merge.open')
    expect(readAnswerOrCode(await requestMergeOffer(browser, dave))).toBe('merge.open')
    expect(readAnswerOrCode(await browser.send('DELETE', '/api/person'))).toBe('merge.open')
    // Nor into somebody else, which would put the undoing out of reach.
    expect(readAnswerOrCode(await requestMergeOffer(third, bob))).toBe('merge.impossible')

    app.clock.now += week
    // A browser that is known: the sign-in counts.
    await browser.signIn(alice)
    expect(await listMerges(browser)).toEqual([])
    expect(readAnswerOrCode(await requestMergeUndo(browser, merged))).toBe('merge.unusable')
    const [first] = await listWallets(browser)
    expect(readAnswerOrCode(await browser.send('DELETE', `/api/wallets/${first?.id}`))).toEqual({ signedOut: false })
    expect(await addresses(browser)).toEqual([
      [carol.address, false],
      [alice.address, true],
    ])
    expect(await mergeInto(browser, erin)).toMatchObject({ state: 'merged', wallets: [{ address: erin.address }] })
  })

  testOnBothDatabases('carries along who was merged before, for good', async (kind) => {
    const app = await createGenerous({ database: kind })
    const { browser, ids } = await createTwo(app)
    await mergeInto(browser, bob)
    app.clock.now += week
    const last = await openSteppedUpBrowser(app, dave)
    const merged = await mergeInto(last, carol)
    const id = await readPersonIdOrNobody(last)
    const { queries } = app.database
    expect([...(await listIdentityIds(queries, id))].sort()).toEqual([id, ids.survivor, ids.other].sort())
    await requestMergeUndo(last, merged)
    expect(await listIdentityIds(queries, id)).toEqual([id])
    expect((await app.openBrowser().signIn(bob)).json()).toMatchObject({ person: { id: ids.survivor } })
  })

  testOnBothDatabases(
    'P8 is refused in one way, whatever there is behind the wallet; the log tells why',
    async (kind) => {
      const app = await createGenerous({
        database: kind,
        environment: { COUNTERSIGN_WALLETS_PER_PERSON: '3', COUNTERSIGN_PASSKEYS_PER_PERSON: '1' },
      })
      const keys = Array.from({ length: 10 }, (_, index) => createTestKey(10 + index)) as [
        typeof bob,
        ...(typeof bob)[],
      ]
      const [suspended, merging = bob, merged = bob, many = bob, extra = bob, another = bob, keyed = bob] = keys
      await suspend(app, await readPersonIdOrNobody(await openSteppedUpBrowser(app, suspended)))
      await app.openBrowser().signIn(merged)
      await mergeInto(await openSteppedUpBrowser(app, merging), merged)
      const full = await openSteppedUpBrowser(app, many)
      await linkWallet(full, extra)
      await linkWallet(full, another)
      await addPasskey(await openSteppedUpBrowser(app, keyed))
      const browser = await openSteppedUpBrowser(app, alice)
      await addPasskey(browser)
      const tried = [carol, alice, suspended, merging, merged, many, keyed]
      const refusals = []
      for (const key of tried) refusals.push(await requestMergeOffer(browser, key))
      expect(refusals[0]?.json()).toMatchObject({ code: 'merge.impossible', status: 409 })
      for (const refusal of refusals)
        expect(refusalOf(refusal)).toEqual(refusalOf(refusals[0] as LightMyRequestResponse))
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
    },
  )

  test('P8 P2 an offer is for the person whom it was made to, once, in time, and is not told from none', async () => {
    const app = await createGenerous()
    const { browser, other } = await createTwo(app)
    const offered = await offerMerge(browser, bob)
    const refusals = [
      await acceptMerge(other, offered),
      await acceptMerge(browser, { id: nobody }),
      await requestMergeUndo(browser, offered),
    ]
    for (const refusal of refusals) expect(refusalOf(refusal)).toMatchObject({ code: 'merge.unusable', status: 404 })
    expect(refusalOf(refusals[0] as LightMyRequestResponse)).toEqual(refusalOf(refusals[1] as LightMyRequestResponse))
    // A newer offer takes its place.
    const newer = await offerMerge(browser, carol)
    expect(readAnswerOrCode(await acceptMerge(browser, offered))).toBe('merge.unusable')
    app.clock.now += 600_000
    await browser.stepUp(alice)
    expect(readAnswerOrCode(await acceptMerge(browser, newer))).toBe('merge.unusable')
    await app.pruneExpired()
    expect(await app.database.queries.selectFrom('merges').selectAll().execute()).toEqual([])
    const last = await offerMerge(browser, bob)
    app.clock.now += 599_999
    await browser.stepUp(alice)
    await app.pruneExpired()
    expect(readAnswerOrCode(await acceptMerge(browser, last))).toMatchObject({ state: 'merged' })
    expect(readAnswerOrCode(await acceptMerge(browser, last))).toBe('merge.unusable')
    // What was accepted is not swept with the offers.
    app.clock.now += 600_000
    await app.pruneExpired()
    expect(await listMerges(browser)).toMatchObject([{ id: last.id }])
  })

  test('P2 needs a fresh proof of both sides at every step, and this site', async () => {
    const app = await createGenerous()
    const { browser, ids } = await createTwo(app)
    const signed = await browser.signChallengeFor('merge', bob)
    const { signature } = await browser.signChallengeFor('merge', alice)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(readAnswerOrCode(await browser.send('POST', '/api/merges', signed, foreign))).toBe('request.foreign_origin')
    expect(
      readAnswerOrCode(
        await browser.send('POST', '/api/merges', { ...(await browser.signChallengeFor('merge', bob)), signature }),
      ),
    ).toBe('signature.refused')
    const offered = (await browser.send('POST', '/api/merges', signed)).json<{ id: string }>()
    expect(readAnswerOrCode(await browser.send('POST', '/api/merges', signed))).toBe('challenge.unusable')
    expect(readAnswerOrCode(await browser.send('POST', `/api/merges/${offered.id}/accept`, undefined, foreign))).toBe(
      'request.foreign_origin',
    )
    app.clock.now += 599_000
    expect(readAnswerOrCode(await acceptMerge(browser, offered))).toBe('step_up.required')
    expect(readAnswerOrCode(await requestMergeOffer(browser, bob))).toBe('step_up.required')
    await browser.stepUp(alice)
    const merged = (await acceptMerge(browser, offered)).json<{ id: string }>()
    expect(readAnswerOrCode(await browser.send('POST', `/api/merges/${merged.id}/undo`, undefined, foreign))).toBe(
      'request.foreign_origin',
    )
    app.clock.now += 600_000
    expect(readAnswerOrCode(await requestMergeUndo(browser, merged))).toBe('step_up.required')
    expect(await listIdentityIds(app.database.queries, ids.survivor)).toEqual([ids.survivor, ids.other])
  })

  test('is judged again when it is accepted', async () => {
    const app = await createGenerous({ environment: { COUNTERSIGN_WALLETS_PER_PERSON: '3' } })
    const { browser, other, ids } = await createTwo(app)
    // The wallet that agreed has left the other identity.
    const first = await offerMerge(browser, carol)
    const id = (await listWallets(other)).find(({ address }) => address === carol.address)?.id
    await other.send('DELETE', `/api/wallets/${id}`)
    expect(readAnswerOrCode(await acceptMerge(browser, first))).toBe('merge.impossible')
    await linkWallet(other, carol)
    expect(readAnswerOrCode(await acceptMerge(browser, first))).toBe('merge.impossible')
    // There is no room any more.
    const second = await offerMerge(browser, bob)
    await linkWallet(browser, dave)
    expect(readAnswerOrCode(await acceptMerge(browser, second))).toBe('merge.impossible')
    await browser.send(
      'DELETE',
      `/api/wallets/${(await listWallets(browser)).find(({ address }) => address === dave.address)?.id}`,
    )
    // The other identity was suspended.
    await suspend(app, ids.other)
    expect(readAnswerOrCode(await acceptMerge(browser, second))).toBe('merge.impossible')
    expect(await addresses(browser)).toEqual([[alice.address, true]])
    expect(
      await app.database.queries.selectFrom('people').select('status').where('id', '=', ids.other).executeTakeFirst(),
    ).toEqual({ status: 'suspended' })
    expect(await listIdentityIds(app.database.queries, ids.survivor)).toEqual([ids.survivor])
  })

  testOnBothDatabases('gives who has no wallet of their own a primary one, and takes it back', async (kind) => {
    const app = await createGenerous({ database: kind })
    const { browser, ids } = await createTwo(app)
    const { passkey } = await addPasskey(browser)
    const [only] = await listWallets(browser)
    await browser.send('DELETE', `/api/wallets/${only?.id}`)
    await signInWithPasskey(browser, passkey)
    expect((await browser.send('GET', '/api/session')).json()).toMatchObject({
      person: { id: ids.survivor, address: null },
    })
    const merged = await mergeInto(browser, carol)
    expect(await addresses(browser)).toEqual([
      [bob.address, true],
      [carol.address, false],
    ])
    expect(readAnswerOrCode(await requestMergeUndo(browser, merged))).toEqual({ signedOut: false })
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
    const merged = await mergeInto(browser, bob)
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
      expect(readAnswerOrCode(await requestMergeUndo(browser, merged))).toBe('way_in.last')
      expect(await before()).toEqual(was)
      await queries.updateTable('wallets').set({ unlinked_at: null }).execute()
    }
    expect(readAnswerOrCode(await requestMergeUndo(browser, merged))).toEqual({ signedOut: false })
    expect(await listIdentityIds(queries, ids.survivor)).toEqual([ids.survivor])
  })
})
