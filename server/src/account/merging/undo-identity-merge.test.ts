// Tests undoing merges.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { listIdentityIdsOfPerson } from '../../store/people/find-merged-identities.ts'
import { listSequencedAuditEntryTexts, sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  parseResponseOrErrorCode,
  linkWalletForTests,
  listIdentityMergesForTests,
  listWalletsForTests,
  mergeIdentitiesForTests,
  readBrowserPersonIdOrNone,
  requestIdentityMergeOfferForTests,
  requestIdentityMergeUndoForTests,
} from '../../testing/identity-merge-test-steps.ts'
import { addTestPasskey, signInWithPasskey } from '../../testing/passkey-test-steps.ts'
import {
  createTestServerWithRelaxedLimits,
  createTwoIdentities,
  listWalletAddressesWithPrimaryFlag,
} from '../../testing/identity-merge-fixtures.ts'
import { isSignedIn } from '../../testing/browser-session-test-steps.ts'

const { alice, bob, carol } = ethereumTestKeys
const dave = createEthereumTestKey(4)
const erin = createEthereumTestKey(5)
const week = 7 * 86_400_000

describe('undoing a merge', () => {
  testOnBothDatabases(
    'moves everything back, keeps later additions, and ends all sessions but the current one',
    async (kind) => {
      const app = await createTestServerWithRelaxedLimits({ database: kind })
      const { browser, passkey, ids } = await createTwoIdentities(app)
      const merged = await mergeIdentitiesForTests(browser, bob)
      app.clock.now += 1000
      await linkWalletForTests(browser, dave)
      const { passkey: added } = await addTestPasskey(browser)
      const [ofBob, ofAlice, ofPasskey] = [app.openBrowser(), app.openBrowser(), app.openBrowser()]
      await ofBob.signIn(bob)
      await ofAlice.signIn(alice)
      await signInWithPasskey(ofPasskey, passkey)
      // The undo will move this primary wallet back.
      await browser.send(
        'PATCH',
        `/api/wallets/${(await listWalletsForTests(browser)).find(({ address }) => address === carol.address)?.id}`,
        { primary: true },
      )

      expect(parseResponseOrErrorCode(await requestIdentityMergeUndoForTests(browser, merged))).toEqual({
        signedOut: false,
      })

      expect(await Promise.all([browser, ofBob, ofAlice, ofPasskey].map(isSignedIn))).toEqual([
        true,
        false,
        false,
        false,
      ])
      expect(await listWalletAddressesWithPrimaryFlag(browser)).toEqual([
        [alice.address, true],
        [dave.address, false],
      ])
      const again = app.openBrowser()
      expect((await again.signIn(bob)).json()).toMatchObject({
        person: { id: ids.other, displayName: 'The other one', address: bob.address },
      })
      expect(await listWalletAddressesWithPrimaryFlag(again)).toEqual([
        [bob.address, true],
        [carol.address, false],
      ])
      expect((await signInWithPasskey(app.openBrowser(), passkey)).json()).toMatchObject({ person: { id: ids.other } })
      expect((await signInWithPasskey(app.openBrowser(), added)).json()).toMatchObject({ person: { id: ids.survivor } })
      const { queries } = app.database
      expect(await listIdentityIdsOfPerson(queries, ids.survivor)).toEqual([ids.survivor])
      await sequenceAllAuditEntries(queries)
      const lines = await queries
        .selectFrom('audit_events')
        .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
        .select('person_id')
        .where('type', '=', 'identity.merge_undone')
        .orderBy('audit_events.sequence')
        .execute()
      expect(lines).toEqual([{ person_id: ids.survivor }, { person_id: ids.other }])
      expect(
        (await listSequencedAuditEntryTexts(queries)).filter((event) => event.includes('identity-separated')),
      ).toHaveLength(3)
      expect(parseResponseOrErrorCode(await requestIdentityMergeUndoForTests(browser, merged))).toBe('merge.invalid')
      expect(await listIdentityMergesForTests(browser)).toEqual([])
      expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  test.each(['wallet', 'passkey'])(
    'signs the person out if they had signed in with a %s that moves back',
    async (way) => {
      const app = await createTestServerWithRelaxedLimits()
      const { browser, passkey } = await createTwoIdentities(app)
      const merged = await mergeIdentitiesForTests(browser, bob)
      const victim = app.openBrowser()
      if (way === 'passkey') await signInWithPasskey(victim, passkey)
      else {
        await victim.signIn(carol)
        expect(parseResponseOrErrorCode(await requestIdentityMergeUndoForTests(victim, merged))).toBe(
          'step_up.required',
        )
        await victim.stepUp(carol)
      }
      expect(await listIdentityMergesForTests(victim)).toEqual([merged])
      const token = new Map(victim.cookies)
      expect(parseResponseOrErrorCode(await requestIdentityMergeUndoForTests(victim, merged))).toEqual({
        signedOut: true,
      })
      expect(victim.cookies.has('__Host-countersign-session')).toBe(false)
      for (const [name, value] of token) victim.cookies.set(name, value)
      expect([await isSignedIn(victim), await isSignedIn(browser)]).toEqual([false, false])
    },
  )

  test('removal of sign-in methods, erasure and further merges are refused until the merge is final', async () => {
    const app = await createTestServerWithRelaxedLimits()
    const { browser } = await createTwoIdentities(app)
    const merged = await mergeIdentitiesForTests(browser, bob)
    const third = await openSteppedUpBrowser(app, dave)
    await app.openBrowser().signIn(erin)
    for (const { id } of await listWalletsForTests(browser))
      expect(parseResponseOrErrorCode(await browser.send('DELETE', `/api/wallets/${id}`))).toBe('merge.already_open')
    const { items } = (await browser.send('GET', '/api/passkeys')).json<{ items: { id: string }[] }>()
    expect(items).toHaveLength(1)
    expect(parseResponseOrErrorCode(await browser.send('DELETE', `/api/passkeys/${items[0]?.id}`))).toBe(
      'merge.already_open',
    )
    expect(parseResponseOrErrorCode(await requestIdentityMergeOfferForTests(browser, dave))).toBe('merge.already_open')
    expect(parseResponseOrErrorCode(await browser.send('DELETE', '/api/person'))).toBe('merge.already_open')
    // A second merge into another identity would make the undo impossible.
    expect(parseResponseOrErrorCode(await requestIdentityMergeOfferForTests(third, bob))).toBe('merge.not_possible')

    app.clock.now += week
    // In a trusted browser, a sign-in counts as a step-up.
    await browser.signIn(alice)
    expect(await listIdentityMergesForTests(browser)).toEqual([])
    expect(parseResponseOrErrorCode(await requestIdentityMergeUndoForTests(browser, merged))).toBe('merge.invalid')
    const [first] = await listWalletsForTests(browser)
    expect(parseResponseOrErrorCode(await browser.send('DELETE', `/api/wallets/${first?.id}`))).toEqual({
      signedOut: false,
    })
    expect(await listWalletAddressesWithPrimaryFlag(browser)).toEqual([
      [carol.address, false],
      [alice.address, true],
    ])
    expect(await mergeIdentitiesForTests(browser, erin)).toMatchObject({
      state: 'merged',
      wallets: [{ address: erin.address }],
    })
  })

  testOnBothDatabases('keeps an earlier final merge of the merged identity intact', async (kind) => {
    const app = await createTestServerWithRelaxedLimits({ database: kind })
    const { browser, ids } = await createTwoIdentities(app)
    await mergeIdentitiesForTests(browser, bob)
    app.clock.now += week
    const last = await openSteppedUpBrowser(app, dave)
    const merged = await mergeIdentitiesForTests(last, carol)
    const id = await readBrowserPersonIdOrNone(last)
    const { queries } = app.database
    expect([...(await listIdentityIdsOfPerson(queries, id))].sort()).toEqual([id, ids.survivor, ids.other].sort())
    await requestIdentityMergeUndoForTests(last, merged)
    expect(await listIdentityIdsOfPerson(queries, id)).toEqual([id])
    expect((await app.openBrowser().signIn(bob)).json()).toMatchObject({ person: { id: ids.survivor } })
  })

  testOnBothDatabases(
    'a person without wallets gets a primary wallet from the merge and loses it on undo',
    async (kind) => {
      const app = await createTestServerWithRelaxedLimits({ database: kind })
      const { browser, ids } = await createTwoIdentities(app)
      const { passkey } = await addTestPasskey(browser)
      const [only] = await listWalletsForTests(browser)
      await browser.send('DELETE', `/api/wallets/${only?.id}`)
      await signInWithPasskey(browser, passkey)
      expect((await browser.send('GET', '/api/session')).json()).toMatchObject({
        person: { id: ids.survivor, address: null },
      })
      const merged = await mergeIdentitiesForTests(browser, carol)
      expect(await listWalletAddressesWithPrimaryFlag(browser)).toEqual([
        [bob.address, true],
        [carol.address, false],
      ])
      expect(parseResponseOrErrorCode(await requestIdentityMergeUndoForTests(browser, merged))).toEqual({
        signedOut: false,
      })
      expect(await listWalletAddressesWithPrimaryFlag(browser)).toEqual([])
      const other = app.openBrowser()
      await other.signIn(carol)
      expect(await listWalletAddressesWithPrimaryFlag(other)).toEqual([
        [bob.address, true],
        [carol.address, false],
      ])
    },
  )

  test('P3: is refused if it would leave one of the two people without a sign-in method', async () => {
    const app = await createTestServerWithRelaxedLimits()
    const { browser, ids } = await createTwoIdentities(app)
    const merged = await mergeIdentitiesForTests(browser, bob)
    const { queries } = app.database
    const before = async () => [
      await queries.selectFrom('wallets').select(['id', 'person_id']).orderBy('id').execute(),
      await queries.selectFrom('identity_merges').select('undone_at').execute(),
    ]
    for (const lost of [[alice], [bob, carol]]) {
      const owned = lost.map(({ address }) => address.toLowerCase())
      await queries.updateTable('wallets').set({ unlinked_at: app.clock.now }).where('address', 'in', owned).execute()
      if (lost.length > 1) await queries.updateTable('passkeys').set({ removed_at: app.clock.now }).execute()
      const was = await before()
      expect(parseResponseOrErrorCode(await requestIdentityMergeUndoForTests(browser, merged))).toBe(
        'sign_in_method.last',
      )
      expect(await before()).toEqual(was)
      await queries.updateTable('wallets').set({ unlinked_at: null }).execute()
    }
    expect(parseResponseOrErrorCode(await requestIdentityMergeUndoForTests(browser, merged))).toEqual({
      signedOut: false,
    })
    expect(await listIdentityIdsOfPerson(queries, ids.survivor)).toEqual([ids.survivor])
  })
})
