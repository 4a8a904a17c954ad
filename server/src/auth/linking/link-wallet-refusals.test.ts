// Tests of refused wallet links: other people's wallets, stale proofs, cross-site requests.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { suspendPerson } from '../../admin/people/suspend-or-reactivate-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { listSequencedAuditEntryTexts, sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import {
  requestWalletLinkForTests,
  readBrowserPersonIdOrUndefined,
  readWalletAddressesForTests,
  findLinkedWalletIdForTests,
  fetchOwnWalletsForTests,
  requestWalletUnlinkForTests,
} from '../../testing/wallet-linking-test-steps.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { alice, bob, carol } = ethereumTestKeys
const refusalOf = (response: LightMyRequestResponse): object => ({
  ...response.json<object>(),
  instance: '',
  requestId: '',
})

describe('wallet linking', () => {
  test('P1: a wallet of another person is refused without naming the owner; the reason is logged', async () => {
    const app = await createTestServer()
    await app.openBrowser().signIn(bob)
    const browser = await openSteppedUpBrowser(app, alice)
    const taken = await requestWalletLinkForTests(browser, bob)
    expect(taken.json()).toMatchObject({ code: 'wallet.linked_to_other', status: 409 })
    const { queries } = app.database
    const { person_id: owner } = await queries
      .selectFrom('wallets')
      .select('person_id')
      .where('address', '=', bob.address.toLowerCase())
      .executeTakeFirstOrThrow()
    expect(taken.body).not.toContain(owner)
    expect(await listSequencedAuditEntryTexts(queries)).toContain('wallet.refused refused {"reason":"taken"}')
    await sequenceAllAuditEntries(queries)
    const theirs = await queries
      .selectFrom('audit_event_evidence')
      .innerJoin('audit_events', 'audit_events.sequence', 'audit_event_evidence.sequence')
      .select('person_id')
      .where('type', '=', 'wallet.refused')
      .execute()
    expect(theirs).toEqual([{ person_id: await readBrowserPersonIdOrUndefined(browser) }])
    expect(await readWalletAddressesForTests(browser)).toEqual([alice.address])
  })

  test('P8: a wallet of a suspended person is refused like any other linked wallet', async () => {
    const app = await createTestServer()
    const [suspended, active] = [app.openBrowser(), app.openBrowser()]
    await suspended.signIn(bob)
    await active.signIn(carol)
    await suspendPerson(
      { queries: app.database.queries, random: systemRandomBytes },
      (await readBrowserPersonIdOrUndefined(suspended)) ?? '',
      app.clock.now,
    )
    const browser = await openSteppedUpBrowser(app, alice)
    expect(refusalOf(await requestWalletLinkForTests(browser, bob))).toEqual(
      refusalOf(await requestWalletLinkForTests(browser, carol)),
    )
    expect(readApiErrorCodeOrDone(await requestWalletLinkForTests(browser, bob))).toBe('wallet.linked_to_other')
  })

  test('P2: cross-site requests to link, change or unlink are refused', async () => {
    const app = await createTestServer()
    const browser = await openSteppedUpBrowser(app, alice)
    const signed = await browser.signChallengeFor('link', bob)
    const id = await findLinkedWalletIdForTests(browser, alice)
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
          code: 'request.cross_origin',
          status: 403,
        })
      }
    }
    expect(await fetchOwnWalletsForTests(browser)).toMatchObject([{ address: alice.address, label: null }])
  })

  test('P2: linking and unlinking require step-up; a refusal does not spend the challenge', async () => {
    const app = await createTestServer()
    const browser = await openSteppedUpBrowser(app, alice)
    await requestWalletLinkForTests(browser, bob)
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000
    const signed = await browser.signChallengeFor('link', carol)
    expect(readApiErrorCodeOrDone(await browser.send('POST', '/api/wallets', signed))).toBe('step_up.required')
    expect(readApiErrorCodeOrDone(await requestWalletUnlinkForTests(browser, bob))).toBe('step_up.required')
    expect(await readWalletAddressesForTests(browser)).toEqual([alice.address, bob.address])
    await browser.stepUp(bob)
    expect(readApiErrorCodeOrDone(await browser.send('POST', '/api/wallets', signed))).toBe('done')
  })

  test('P2: a link proof that is reused or from another signer, person or browser is refused', async () => {
    const app = await createTestServer()
    const browser = await openSteppedUpBrowser(app, alice)
    const forged = await browser.signChallengeFor('link', bob)
    const { signature } = await browser.signChallengeFor('link', carol)
    expect(readApiErrorCodeOrDone(await browser.send('POST', '/api/wallets', { ...forged, signature }))).toBe(
      'signature.refused',
    )
    expect(readApiErrorCodeOrDone(await browser.send('POST', '/api/wallets', forged))).toBe('challenge.invalid')
    // A challenge requested by a person who has since signed out of this browser.
    const ofAlice = await browser.signChallengeFor('link', bob)
    await browser.signIn(carol)
    await browser.stepUp(carol)
    expect(readApiErrorCodeOrDone(await browser.send('POST', '/api/wallets', ofAlice))).toBe('challenge.invalid')
    const elsewhere = await openSteppedUpBrowser(app, alice)
    expect(
      readApiErrorCodeOrDone(await elsewhere.send('POST', '/api/wallets', await browser.signChallengeFor('link', bob))),
    ).toBe('challenge.invalid')
    expect(await readWalletAddressesForTests(browser)).toEqual([carol.address])
    expect(await readWalletAddressesForTests(elsewhere)).toEqual([alice.address])
  })

  test('linking, changing and unlinking require a session', async () => {
    const app = await createTestServer()
    const browser = await openSteppedUpBrowser(app, alice)
    const [id, signed] = [await findLinkedWalletIdForTests(browser, alice), await browser.signChallengeFor('link', bob)]
    await browser.send('POST', '/api/sign-out')
    for (const [method, path, body] of [
      ['POST', '/api/wallets', signed],
      ['PATCH', `/api/wallets/${id}`, { label: 'x' }],
      ['DELETE', `/api/wallets/${id}`, undefined],
    ] as const) {
      expect(readApiErrorCodeOrDone(await browser.send(method, path, body))).toBe('session.required')
    }
  })

  test('P8: changing or unlinking a wallet of another person fails as for an unknown wallet', async () => {
    const app = await createTestServer()
    const other = await openSteppedUpBrowser(app, bob)
    await requestWalletLinkForTests(other, carol)
    const id = await findLinkedWalletIdForTests(other, carol)
    const browser = await openSteppedUpBrowser(app, alice)
    // Two wallets, so that neither is the last sign-in method.
    await requestWalletLinkForTests(browser, createEthereumTestKey(4))
    for (const [method, body] of [
      ['PATCH', { label: 'mine' }],
      ['PATCH', { primary: true }],
      ['DELETE', undefined],
    ] as const) {
      const theirs = await browser.send(method, `/api/wallets/${id}`, body)
      const absent = await browser.send(method, `/api/wallets/${'0'.repeat(26)}`, body)
      expect(refusalOf(theirs)).toEqual(refusalOf(absent))
      expect(readApiErrorCodeOrDone(theirs)).toBe('wallet.not_found')
    }
    expect(await fetchOwnWalletsForTests(other)).toMatchObject([{ primary: true }, { label: null, primary: false }])
  })
})
