// Tests of a wallet on hold: confirmed, unlinked, or the only sign-in method.
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { createFakeSingleOwnerContractWallet } from '../../testing/fake-chains.ts'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { listWalletsForTests, readBrowserPersonIdOrNone } from '../../testing/identity-merge-test-steps.ts'
import { addTestPasskey, signInWithPasskey } from '../../testing/passkey-test-steps.ts'
import { createTestContractAddress } from '../../testing/session-recheck-fixtures.ts'
import {
  requireSafeWalletOfBrowser,
  createFakeChainWithSafeWallet,
  createSafeWalletTestServer,
  openBrowserWithSafeWallet,
  signInAsFakeSafeWallet,
  listWalletAuditEntriesForTests,
  linkFakeSafeWallet,
} from '../../testing/safe-wallet-ownership-test-steps.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { alice, bob, carol } = ethereumTestKeys
const safe = createTestContractAddress(1)

const confirm = async (browser: TestBrowser): Promise<LightMyRequestResponse> =>
  browser.send('POST', `/api/wallets/${(await requireSafeWalletOfBrowser(browser)).id}/confirm`)

describe('contract wallet ownership change', () => {
  testOnBothDatabases(
    'S12: confirming requires the browser of the proof and makes the new owner the baseline',
    async (kind) => {
      const chain = createFakeChainWithSafeWallet(alice)
      const app = await createSafeWalletTestServer(kind, chain)
      const elsewhere = await openBrowserWithSafeWallet(app)
      const { passkey } = await addTestPasskey(elsewhere)
      chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
      const browser = app.openBrowser()
      expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(browser, bob))).toBe('wallet.on_hold')
      // The proof came from a browser other than the person's.
      expect(readApiErrorCodeOrDone(await confirm(elsewhere))).toBe('wallet.proof_required')
      await signInWithPasskey(browser, passkey)
      expect(readApiErrorCodeOrDone(await confirm(browser))).toBe('done')
      expect(await requireSafeWalletOfBrowser(browser)).toMatchObject({ hold: null })
      expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), bob))).toBe('done')
      chain.deploy(safe, createFakeSingleOwnerContractWallet(carol))
      expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), carol))).toBe('wallet.on_hold')
      expect((await listWalletAuditEntriesForTests(app)).slice(2)).toEqual([
        'wallet.put_on_hold',
        'wallet.hold_released',
        'wallet.put_on_hold',
      ])
    },
  )

  test('S12: an old proof cannot confirm the wallet, but linking it again releases the hold', async () => {
    const chain = createFakeChainWithSafeWallet(alice)
    const app = await createSafeWalletTestServer('sqlite', chain)
    const browser = await openBrowserWithSafeWallet(app)
    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(browser, bob))).toBe('wallet.on_hold')
    expect(readApiErrorCodeOrDone(await browser.signIn(alice))).toBe('done')
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000 + 1
    expect(readApiErrorCodeOrDone(await browser.stepUp(alice))).toBe('done')
    expect(readApiErrorCodeOrDone(await confirm(browser))).toBe('wallet.proof_required')
    expect(readApiErrorCodeOrDone(await linkFakeSafeWallet(browser, alice))).toBe('signature.refused')
    expect(readApiErrorCodeOrDone(await linkFakeSafeWallet(browser, bob))).toBe('done')
    expect((await requireSafeWalletOfBrowser(browser)).hold).toBeNull()
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), bob))).toBe('done')
  })

  test('S12: the new owner keeps an identity without other sign-in methods; this is logged once', async () => {
    const chain = createFakeChainWithSafeWallet(alice)
    const app = await createSafeWalletTestServer('sqlite', chain)
    const before = app.openBrowser()
    await signInAsFakeSafeWallet(before, alice)
    const personId = await readBrowserPersonIdOrNone(before)
    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
    app.clock.now += 1000
    const after = app.openBrowser()
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(after, bob))).toBe('done')
    expect(await readBrowserPersonIdOrNone(after)).toBe(personId)
    expect(await listWalletAuditEntriesForTests(app)).toEqual(['wallet.linked', 'wallet.ownership_changed'])
    app.clock.now += 1000
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), bob))).toBe('done')
    expect(await listWalletAuditEntriesForTests(app)).toHaveLength(2)
  })

  testOnBothDatabases('S12: an unconfirmed wallet is unlinked when its hold expires', async (kind) => {
    const chain = createFakeChainWithSafeWallet(alice)
    const app = await createSafeWalletTestServer(kind, chain)
    const seller = await openBrowserWithSafeWallet(app)
    chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
    await signInAsFakeSafeWallet(app.openBrowser(), bob)
    app.clock.now += app.limits.walletHoldSeconds * 1000 - 1
    await app.pruneExpired()
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), bob))).toBe('wallet.on_hold')
    app.clock.now += 1
    await app.pruneExpired()
    expect((await listWalletAuditEntriesForTests(app)).at(-1)).toBe('wallet.unlinked held')
    const buyer = app.openBrowser()
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(buyer, bob))).toBe('done')
    await seller.signIn(alice)
    expect(await readBrowserPersonIdOrNone(buyer)).not.toBe(await readBrowserPersonIdOrNone(seller))
  })

  testOnBothDatabases('S12: ownership is compared again if a newer proof was stored during the check', async (kind) => {
    const chain = createFakeChainWithSafeWallet(alice)
    const app = await createSafeWalletTestServer(kind, chain)
    await openBrowserWithSafeWallet(app)
    let between: (() => Promise<unknown>) | null = async () => signInAsFakeSafeWallet(app.openBrowser(), alice)
    chain.beforeReading = async () => {
      const run = between
      between = null
      await run?.()
    }
    app.clock.now += 1
    chain.readings.length = 0
    expect(readApiErrorCodeOrDone(await signInAsFakeSafeWallet(app.openBrowser(), alice))).toBe('done')
    expect(chain.readings).toHaveLength(3)
  })

  testOnBothDatabases(
    'S12: a concurrent hold and unlink of the other wallet leave one sign-in method',
    async (kind) => {
      const chain = createFakeChainWithSafeWallet(alice)
      const app = await createSafeWalletTestServer(kind, chain)
      const seller = await openBrowserWithSafeWallet(app)
      chain.deploy(safe, createFakeSingleOwnerContractWallet(bob))
      const key = (await listWalletsForTests(seller)).find((wallet) => wallet.kind === 'key')
      const outcomes = (
        await Promise.all([
          signInAsFakeSafeWallet(app.openBrowser(), bob),
          seller.send('DELETE', `/api/wallets/${key?.id}`),
        ])
      ).map(readApiErrorCodeOrDone)
      expect([
        ['wallet.on_hold', 'sign_in_method.last'],
        ['done', 'done'],
      ]).toContainEqual(outcomes)
    },
  )
})
