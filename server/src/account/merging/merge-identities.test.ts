import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { listIdentityIdsOfPerson } from '../../store/people/find-merged-identities.ts'
import { listSequencedAuditEntryTexts, sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  requestIdentityMergeAcceptanceForTests,
  listIdentityMergesForTests,
  listWalletsForTests,
  createIdentityMergeOfferForTests,
} from '../../testing/identity-merge-test-steps.ts'
import { signInWithPasskey } from '../../testing/passkey-test-steps.ts'
import { readMessagesOfWalletProofs } from '../../store/wallets/wallet-proof-record-store.ts'
import {
  createTestServerWithRelaxedLimits,
  createTwoIdentities,
  listWalletAddressesWithPrimaryFlag,
} from '../../testing/identity-merge-fixtures.ts'
import { isSignedIn } from '../../testing/browser-session-test-steps.ts'

const { alice, bob, carol } = ethereumTestKeys

describe('identity merge', () => {
  test('the offer describes the effects and changes nothing before acceptance', async () => {
    const app = await createTestServerWithRelaxedLimits()
    const { browser, other } = await createTwoIdentities(app)
    const [address] = await listWalletsForTests(other)
    await other.send('PATCH', `/api/wallets/${address?.id}`, { label: 'Ledger' })
    expect(await createIdentityMergeOfferForTests(browser, carol)).toEqual({
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
    expect(await listWalletAddressesWithPrimaryFlag(browser)).toEqual([[alice.address, true]])
    expect(await listWalletAddressesWithPrimaryFlag(other)).toEqual([
      [bob.address, true],
      [carol.address, false],
    ])
    expect(await listIdentityMergesForTests(browser)).toEqual([])
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.startsWith('identity')),
    ).toEqual([])
  })

  testOnBothDatabases(
    'moves all wallets and passkeys to one identity, and ends the sessions of the other',
    async (kind) => {
      const app = await createTestServerWithRelaxedLimits({ database: kind })
      const { browser, other, passkey, ids } = await createTwoIdentities(app)
      const offered = await createIdentityMergeOfferForTests(browser, bob)
      const merged = (await requestIdentityMergeAcceptanceForTests(browser, offered)).json<object>()
      expect(merged).toEqual({ ...offered, state: 'merged', mergedAt: '2026-01-15T12:00:03.000Z' })
      expect(await listIdentityMergesForTests(browser)).toEqual([merged])
      expect(await listWalletAddressesWithPrimaryFlag(browser)).toEqual([
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
      expect(await listIdentityIdsOfPerson(queries, ids.survivor)).toEqual([ids.survivor, ids.other])
      const events = await listSequencedAuditEntryTexts(queries)
      expect(events).toContain('identity.merged success {"wallets":2,"passkeys":1,"sessions":1,"applications":0}')
      expect(events).toContain('session.ended success {"reason":"identity-merged"}')
      expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  test('stores the message signed by the other identity, which states its purpose', async () => {
    const app = await createTestServerWithRelaxedLimits()
    const { browser, ids } = await createTwoIdentities(app)
    const signed = await browser.signChallengeFor('merge', bob)
    expect(signed.message).toContain(
      "Merge this wallet's identity on sign-in.example into another identity of yours there.",
    )
    await requestIdentityMergeAcceptanceForTests(browser, (await browser.send('POST', '/api/merges', signed)).json())
    const { queries } = app.database
    await sequenceAllAuditEntries(queries)
    const lines = await queries
      .selectFrom('audit_event_evidence')
      .innerJoin('audit_events', 'audit_events.sequence', 'audit_event_evidence.sequence')
      .select(['person_id', 'content'])
      .where('type', '=', 'identity.merged')
      .orderBy('audit_events.sequence')
      .execute()
    expect(lines.map(({ person_id, content }) => [person_id, JSON.parse(content)])).toMatchObject([
      [ids.survivor, { mergedPersonId: ids.other }],
      [ids.other, { ...signed, address: bob.address }],
    ])
    expect(lines[0]?.content.toLowerCase()).not.toContain(bob.address.toLowerCase().slice(2))
    const proofs = await queries.selectFrom('proofs').select('id').execute()
    const texts = [
      ...(
        await readMessagesOfWalletProofs(
          queries,
          proofs.map(({ id }) => id),
        )
      ).values(),
    ]
    expect(texts).toHaveLength(proofs.length)
    expect(texts.filter(({ message }) => message === signed.message)).toEqual([signed])
  })
})
