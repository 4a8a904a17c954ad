import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { listSequencedAuditEntryTexts, sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { createTestDatabase, openDatabaseUntilTestEnds, testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { relaxedChallengeRateLimits } from '../../testing/passkey-test-steps.ts'
import { readMessagesOfWalletProofs } from '../../store/wallets/wallet-proof-record-store.ts'
import {
  requestWalletLinkForTests,
  readWalletAddressesForTests,
  readBrowserPersonIdOrUndefined,
  findLinkedWalletIdForTests,
  fetchOwnWalletsForTests,
} from '../../testing/wallet-linking-test-steps.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { alice, bob, carol } = ethereumTestKeys

describe('linked wallets', () => {
  testOnBothDatabases('sign in to the same person, with an intact audit log', async (kind) => {
    const app = await createTestServer({ database: kind })
    const browser = await openSteppedUpBrowser(app, alice)
    const response = await requestWalletLinkForTests(browser, bob)
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
      hold: null,
    })
    expect(await readWalletAddressesForTests(browser)).toEqual([alice.address, bob.address])
    const other = app.openBrowser()
    await other.signIn(bob)
    expect(await readBrowserPersonIdOrUndefined(other)).toBe(await readBrowserPersonIdOrUndefined(browser))
    expect(await listSequencedAuditEntryTexts(app.database.queries)).toContain(
      'wallet.linked success {"namespace":"eip155","kind":"key"}',
    )
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test('keep the signed link message as evidence and as proof', async () => {
    const app = await createTestServer()
    const browser = await openSteppedUpBrowser(app, alice)
    const signed = await browser.signChallengeFor('link', bob)
    await browser.send('POST', '/api/wallets', signed)
    expect(signed.message).toContain(
      'Link this wallet to your identity on sign-in.example, so that this wallet can sign in there.',
    )
    const { queries } = app.database
    await sequenceAllAuditEntries(queries)
    const evidence = await queries
      .selectFrom('audit_event_evidence')
      .innerJoin('audit_events', 'audit_events.sequence', 'audit_event_evidence.sequence')
      .select(['content', 'person_id'])
      .where('type', '=', 'wallet.linked')
      .orderBy('audit_events.sequence', 'desc')
      .executeTakeFirstOrThrow()
    expect(evidence.person_id).toBe(await readBrowserPersonIdOrUndefined(browser))
    expect(JSON.parse(evidence.content)).toMatchObject({ ...signed, address: bob.address })
    const proof = await queries
      .selectFrom('proofs')
      .innerJoin('wallets', 'wallets.id', 'proofs.wallet_id')
      .select(['proofs.id', 'retained_message'])
      .where('address', '=', bob.address.toLowerCase())
      .executeTakeFirstOrThrow()
    expect(proof.retained_message).toBeNull()
    expect(await readMessagesOfWalletProofs(queries, [proof.id])).toEqual(new Map([[proof.id, signed]]))
  })

  testOnBothDatabases('cannot be linked twice or beyond the limit per person', async (kind) => {
    const app = await createTestServer({ database: kind, environment: { COUNTERSIGN_WALLETS_PER_PERSON: '2' } })
    const browser = await openSteppedUpBrowser(app, alice)
    expect(readApiErrorCodeOrDone(await requestWalletLinkForTests(browser, alice))).toBe('wallet.already_linked')
    expect(readApiErrorCodeOrDone(await requestWalletLinkForTests(browser, bob))).toBe('done')
    expect(readApiErrorCodeOrDone(await requestWalletLinkForTests(browser, bob))).toBe('wallet.already_linked')
    expect(readApiErrorCodeOrDone(await requestWalletLinkForTests(browser, carol))).toBe('wallet.too_many')
    expect(await readWalletAddressesForTests(browser)).toEqual([alice.address, bob.address])
  })

  testOnBothDatabases('have validated labels, and exactly one is primary', async (kind) => {
    const app = await createTestServer({ database: kind })
    const browser = await openSteppedUpBrowser(app, alice)
    await requestWalletLinkForTests(browser, bob)
    const id = await findLinkedWalletIdForTests(browser, bob)
    const change = async (body: object): Promise<LightMyRequestResponse> =>
      browser.send('PATCH', `/api/wallets/${id}`, body)
    expect((await change({ label: 'Ledger', primary: true })).json()).toMatchObject({
      label: 'Ledger',
      primary: true,
      address: bob.address,
    })
    expect((await fetchOwnWalletsForTests(browser)).map(({ primary }) => primary)).toEqual([false, true])
    expect((await browser.send('GET', '/api/session')).json()).toMatchObject({ person: { address: bob.address } })
    expect(readApiErrorCodeOrDone(await change({ label: ' hidden\u202E' }))).toBe('person.name_invalid')
    expect(readApiErrorCodeOrDone(await change({ label: 'Ledger\u3164' }))).toBe('person.name_invalid')
    // A label may contain the person's own addresses, but no one else's (THREATS P12).
    expect(readApiErrorCodeOrDone(await change({ label: carol.address }))).toBe('person.name_contains_address')
    expect((await change({ label: `beside ${alice.address}` })).json()).toMatchObject({
      label: `beside ${alice.address}`,
    })
    expect(readApiErrorCodeOrDone(await change({}))).toBe('request.invalid')
    expect((await change({ label: null })).json()).toMatchObject({ label: null, primary: true })
    expect(readApiErrorCodeOrDone(await change({ primary: false }))).toBe('request.invalid')
  })

  testOnBothDatabases(
    'P1 P3: with two instances, a wallet has one owner and the last sign-in method stays',
    async (kind) => {
      const address = await createTestDatabase(kind)
      const [one, two] = [
        await createTestServer({
          database: openDatabaseUntilTestEnds(address),
          environment: relaxedChallengeRateLimits,
        }),
        await createTestServer({
          database: openDatabaseUntilTestEnds(address),
          environment: relaxedChallengeRateLimits,
        }),
      ]
      for (let round = 0; round < 10; round++) {
        const [first, second, contested] = [
          createEthereumTestKey(100 + round),
          createEthereumTestKey(200 + round),
          createEthereumTestKey(300 + round),
        ]
        const browsers = [await openSteppedUpBrowser(one, first), await openSteppedUpBrowser(two, second)] as const
        const signed = [
          await browsers[0].signChallengeFor('link', contested),
          await browsers[1].signChallengeFor('link', contested),
        ]
        const links = await Promise.all(
          browsers.map((browser, index) => browser.send('POST', '/api/wallets', signed[index])),
        )
        expect(links.map(readApiErrorCodeOrDone).sort()).toEqual(['done', 'wallet.linked_to_other'])
        const here = links[0]?.statusCode === 200 ? browsers[0] : browsers[1]
        const there = (here === browsers[0] ? two : one).openBrowser()
        for (const [name, value] of here.cookies) there.cookies.set(name, value)
        const ids = (await fetchOwnWalletsForTests(here)).map(({ id }) => id)
        const removals = await Promise.all(
          [here, there].map((browser, index) => browser.send('DELETE', `/api/wallets/${ids[index]}`)),
        )
        // If the session's own wallet was unlinked first, the session has ended.
        expect(['done,sign_in_method.last', 'done,session.required']).toContain(
          removals.map(readApiErrorCodeOrDone).sort().join(','),
        )
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
})
