// Tests when merges are refused.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { listIdentityIdsOfPerson } from '../../store/people/find-merged-identities.ts'
import { suspendPerson } from '../../admin/people/suspend-or-reactivate-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  requestIdentityMergeAcceptanceForTests,
  parseResponseOrErrorCode,
  linkWalletForTests,
  listIdentityMergesForTests,
  listWalletsForTests,
  mergeIdentitiesForTests,
  createIdentityMergeOfferForTests,
  readBrowserPersonIdOrNone,
  requestIdentityMergeOfferForTests,
  requestIdentityMergeUndoForTests,
} from '../../testing/identity-merge-test-steps.ts'
import { addTestPasskey } from '../../testing/passkey-test-steps.ts'
import {
  createTestServerWithRelaxedLimits,
  createTwoIdentities,
  listWalletAddressesWithPrimaryFlag,
} from '../../testing/identity-merge-fixtures.ts'

const { alice, bob, carol } = ethereumTestKeys
const dave = createEthereumTestKey(4)
const nobody = '0'.repeat(26)
const refusalOf = (response: LightMyRequestResponse): object => ({
  ...response.json<object>(),
  instance: '',
  requestId: '',
})
const reasons = async (app: TestServer): Promise<string[]> =>
  (await listSequencedAuditEntryTexts(app.database.queries))
    .filter((line) => line.startsWith('wallet.refused'))
    .map((line) => (JSON.parse(line.split(' ').slice(2).join(' ')) as { reason: string }).reason)
const suspend = (app: TestServer, id: string): Promise<number | null> =>
  suspendPerson({ queries: app.database.queries, random: systemRandomBytes }, id, app.clock.now)

describe('merge refusals', () => {
  testOnBothDatabases(
    'P8: gives the same refusal whatever the state of the wallet, and logs the actual reason',
    async (kind) => {
      const app = await createTestServerWithRelaxedLimits({
        database: kind,
        environment: { COUNTERSIGN_WALLETS_PER_PERSON: '3', COUNTERSIGN_PASSKEYS_PER_PERSON: '1' },
      })
      const keys = Array.from({ length: 10 }, (_, index) => createEthereumTestKey(10 + index)) as [
        typeof bob,
        ...(typeof bob)[],
      ]
      const [suspended, merging = bob, merged = bob, many = bob, extra = bob, another = bob, keyed = bob] = keys
      await suspend(app, await readBrowserPersonIdOrNone(await openSteppedUpBrowser(app, suspended)))
      await app.openBrowser().signIn(merged)
      await mergeIdentitiesForTests(await openSteppedUpBrowser(app, merging), merged)
      const full = await openSteppedUpBrowser(app, many)
      await linkWalletForTests(full, extra)
      await linkWalletForTests(full, another)
      await addTestPasskey(await openSteppedUpBrowser(app, keyed))
      const browser = await openSteppedUpBrowser(app, alice)
      await addTestPasskey(browser)
      const tried = [carol, alice, suspended, merging, merged, many, keyed]
      const refusals = []
      for (const key of tried) refusals.push(await requestIdentityMergeOfferForTests(browser, key))
      expect(refusals[0]?.json()).toMatchObject({ code: 'merge.not_possible', status: 409 })
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
        await app.database.queries.selectFrom('identity_merges').select('id').where('merged_at', 'is', null).execute(),
      ).toEqual([])
    },
  )

  test('P8 P2: an offer works once, in time and for one person; any other offer looks nonexistent', async () => {
    const app = await createTestServerWithRelaxedLimits()
    const { browser, other } = await createTwoIdentities(app)
    const offered = await createIdentityMergeOfferForTests(browser, bob)
    const refusals = [
      await requestIdentityMergeAcceptanceForTests(other, offered),
      await requestIdentityMergeAcceptanceForTests(browser, { id: nobody }),
      await requestIdentityMergeUndoForTests(browser, offered),
    ]
    for (const refusal of refusals) expect(refusalOf(refusal)).toMatchObject({ code: 'merge.invalid', status: 404 })
    expect(refusalOf(refusals[0] as LightMyRequestResponse)).toEqual(refusalOf(refusals[1] as LightMyRequestResponse))
    const newer = await createIdentityMergeOfferForTests(browser, carol)
    expect(parseResponseOrErrorCode(await requestIdentityMergeAcceptanceForTests(browser, offered))).toBe(
      'merge.invalid',
    )
    app.clock.now += 600_000
    await browser.stepUp(alice)
    expect(parseResponseOrErrorCode(await requestIdentityMergeAcceptanceForTests(browser, newer))).toBe('merge.invalid')
    await app.pruneExpired()
    expect(await app.database.queries.selectFrom('identity_merges').selectAll().execute()).toEqual([])
    const last = await createIdentityMergeOfferForTests(browser, bob)
    app.clock.now += 599_999
    await browser.stepUp(alice)
    await app.pruneExpired()
    expect(parseResponseOrErrorCode(await requestIdentityMergeAcceptanceForTests(browser, last))).toMatchObject({
      state: 'merged',
    })
    expect(parseResponseOrErrorCode(await requestIdentityMergeAcceptanceForTests(browser, last))).toBe('merge.invalid')
    // Pruning deletes expired offers but keeps accepted ones.
    app.clock.now += 600_000
    await app.pruneExpired()
    expect(await listIdentityMergesForTests(browser)).toMatchObject([{ id: last.id }])
  })

  test('P2: requires fresh proofs by both sides at every step, and refuses cross-site requests', async () => {
    const app = await createTestServerWithRelaxedLimits()
    const { browser, ids } = await createTwoIdentities(app)
    const signed = await browser.signChallengeFor('merge', bob)
    const { signature } = await browser.signChallengeFor('merge', alice)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(parseResponseOrErrorCode(await browser.send('POST', '/api/merges', signed, foreign))).toBe(
      'request.cross_origin',
    )
    expect(
      parseResponseOrErrorCode(
        await browser.send('POST', '/api/merges', { ...(await browser.signChallengeFor('merge', bob)), signature }),
      ),
    ).toBe('signature.refused')
    const offered = (await browser.send('POST', '/api/merges', signed)).json<{ id: string }>()
    expect(parseResponseOrErrorCode(await browser.send('POST', '/api/merges', signed))).toBe('challenge.invalid')
    expect(
      parseResponseOrErrorCode(await browser.send('POST', `/api/merges/${offered.id}/accept`, undefined, foreign)),
    ).toBe('request.cross_origin')
    app.clock.now += 599_000
    expect(parseResponseOrErrorCode(await requestIdentityMergeAcceptanceForTests(browser, offered))).toBe(
      'step_up.required',
    )
    expect(parseResponseOrErrorCode(await requestIdentityMergeOfferForTests(browser, bob))).toBe('step_up.required')
    await browser.stepUp(alice)
    const merged = (await requestIdentityMergeAcceptanceForTests(browser, offered)).json<{ id: string }>()
    expect(
      parseResponseOrErrorCode(await browser.send('POST', `/api/merges/${merged.id}/undo`, undefined, foreign)),
    ).toBe('request.cross_origin')
    app.clock.now += 600_000
    expect(parseResponseOrErrorCode(await requestIdentityMergeUndoForTests(browser, merged))).toBe('step_up.required')
    expect(await listIdentityIdsOfPerson(app.database.queries, ids.survivor)).toEqual([ids.survivor, ids.other])
  })

  test('rechecks the conditions on acceptance', async () => {
    const app = await createTestServerWithRelaxedLimits({ environment: { COUNTERSIGN_WALLETS_PER_PERSON: '3' } })
    const { browser, other, ids } = await createTwoIdentities(app)
    // The wallet that signed the offer is unlinked.
    const first = await createIdentityMergeOfferForTests(browser, carol)
    const id = (await listWalletsForTests(other)).find(({ address }) => address === carol.address)?.id
    await other.send('DELETE', `/api/wallets/${id}`)
    expect(parseResponseOrErrorCode(await requestIdentityMergeAcceptanceForTests(browser, first))).toBe(
      'merge.not_possible',
    )
    await linkWalletForTests(other, carol)
    expect(parseResponseOrErrorCode(await requestIdentityMergeAcceptanceForTests(browser, first))).toBe(
      'merge.not_possible',
    )
    // The wallet limit is reached.
    const second = await createIdentityMergeOfferForTests(browser, bob)
    await linkWalletForTests(browser, dave)
    expect(parseResponseOrErrorCode(await requestIdentityMergeAcceptanceForTests(browser, second))).toBe(
      'merge.not_possible',
    )
    await browser.send(
      'DELETE',
      `/api/wallets/${(await listWalletsForTests(browser)).find(({ address }) => address === dave.address)?.id}`,
    )
    // The other identity is suspended.
    await suspend(app, ids.other)
    expect(parseResponseOrErrorCode(await requestIdentityMergeAcceptanceForTests(browser, second))).toBe(
      'merge.not_possible',
    )
    expect(await listWalletAddressesWithPrimaryFlag(browser)).toEqual([[alice.address, true]])
    expect(
      await app.database.queries.selectFrom('people').select('status').where('id', '=', ids.other).executeTakeFirst(),
    ).toEqual({ status: 'suspended' })
    expect(await listIdentityIdsOfPerson(app.database.queries, ids.survivor)).toEqual([ids.survivor])
  })
})
