// A held wallet is confirmed, unlinked or the only way in, one way at a time.
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { createFakeOwnedContractWallet } from '../../testing/fake-chains.ts'
import { ethereumTestKeys } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-app.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import { listWallets, readPersonIdOrNone } from '../../testing/test-identity-merges.ts'
import { addPasskey, signInWithPasskey } from '../../testing/test-passkeys.ts'
import { createTestContractAddress } from '../../testing/test-session-rechecks.ts'
import {
  findSafe,
  createChainWithSafe,
  createSafeTestApp,
  openBrowserWithSafe,
  readOutcomeCode,
  signInAsSafe,
  listWalletAuditEntries,
  linkSafe,
} from '../../testing/test-contract-ownership.ts'

const { alice, bob, carol } = ethereumTestKeys
const safe = createTestContractAddress(1)

const confirm = async (browser: TestBrowser): Promise<LightMyRequestResponse> =>
  browser.send('POST', `/api/wallets/${(await findSafe(browser)).id}/confirm`)

describe('a contract wallet that changes hands', () => {
  testOnBothDatabases(
    'S12 is confirmed where it proved itself, by another way alone, and is compared with its new owner from then on',
    async (kind) => {
      const chain = createChainWithSafe(alice)
      const app = await createSafeTestApp(kind, chain)
      const elsewhere = await openBrowserWithSafe(app)
      const { passkey } = await addPasskey(elsewhere)
      chain.deploy(safe, createFakeOwnedContractWallet(bob))
      const browser = app.openBrowser()
      expect(readOutcomeCode(await signInAsSafe(browser, bob))).toBe('wallet.on_hold')
      // The browser in which its buyer would have tried it is another one than that of the person.
      expect(readOutcomeCode(await confirm(elsewhere))).toBe('wallet.proof_required')
      await signInWithPasskey(browser, passkey)
      expect(readOutcomeCode(await confirm(browser))).toBe('done')
      expect(await findSafe(browser)).toMatchObject({ hold: null })
      expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), bob))).toBe('done')
      chain.deploy(safe, createFakeOwnedContractWallet(carol))
      expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), carol))).toBe('wallet.on_hold')
      expect((await listWalletAuditEntries(app)).slice(2)).toEqual([
        'wallet.put_on_hold',
        'wallet.hold_released',
        'wallet.put_on_hold',
      ])
    },
  )

  test('S12 what it proved too long ago confirms nothing; linked once more by its person, it is theirs again', async () => {
    const chain = createChainWithSafe(alice)
    const app = await createSafeTestApp('sqlite', chain)
    const browser = await openBrowserWithSafe(app)
    chain.deploy(safe, createFakeOwnedContractWallet(bob))
    expect(readOutcomeCode(await signInAsSafe(browser, bob))).toBe('wallet.on_hold')
    expect(readOutcomeCode(await browser.signIn(alice))).toBe('done')
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000 + 1
    expect(readOutcomeCode(await browser.stepUp(alice))).toBe('done')
    expect(readOutcomeCode(await confirm(browser))).toBe('wallet.proof_required')
    expect(readOutcomeCode(await linkSafe(browser, alice))).toBe('signature.refused')
    expect(readOutcomeCode(await linkSafe(browser, bob))).toBe('done')
    expect((await findSafe(browser)).hold).toBeNull()
    expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), bob))).toBe('done')
  })

  test('S12 is the identity where it is the only way in: it goes on, and the activity says so', async () => {
    const chain = createChainWithSafe(alice)
    const app = await createSafeTestApp('sqlite', chain)
    const before = app.openBrowser()
    await signInAsSafe(before, alice)
    const personId = await readPersonIdOrNone(before)
    chain.deploy(safe, createFakeOwnedContractWallet(bob))
    app.clock.now += 1000
    const after = app.openBrowser()
    expect(readOutcomeCode(await signInAsSafe(after, bob))).toBe('done')
    expect(await readPersonIdOrNone(after)).toBe(personId)
    expect(await listWalletAuditEntries(app)).toEqual(['wallet.linked', 'wallet.ownership_changed'])
    // Compared with its new owner from then on.
    app.clock.now += 1000
    expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), bob))).toBe('done')
    expect(await listWalletAuditEntries(app)).toHaveLength(2)
  })

  testOnBothDatabases('S12 is unlinked once nobody has confirmed it for long enough', async (kind) => {
    const chain = createChainWithSafe(alice)
    const app = await createSafeTestApp(kind, chain)
    const seller = await openBrowserWithSafe(app)
    chain.deploy(safe, createFakeOwnedContractWallet(bob))
    await signInAsSafe(app.openBrowser(), bob)
    app.clock.now += app.limits.walletHoldSeconds * 1000 - 1
    await app.pruneExpired()
    expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), bob))).toBe('wallet.on_hold')
    app.clock.now += 1
    await app.pruneExpired()
    expect((await listWalletAuditEntries(app)).at(-1)).toBe('wallet.unlinked held')
    const buyer = app.openBrowser()
    expect(readOutcomeCode(await signInAsSafe(buyer, bob))).toBe('done')
    await seller.signIn(alice)
    expect(await readPersonIdOrNone(buyer)).not.toBe(await readPersonIdOrNone(seller))
  })

  testOnBothDatabases(
    'S12 its two owners at the same moment: what was compared with a proof that is not the newest any more is compared anew',
    async (kind) => {
      const chain = createChainWithSafe(alice)
      const app = await createSafeTestApp(kind, chain)
      await openBrowserWithSafe(app)
      let between: (() => Promise<unknown>) | null = async () => signInAsSafe(app.openBrowser(), alice)
      chain.beforeReading = async () => {
        const run = between
        between = null
        await run?.()
      }
      app.clock.now += 1
      chain.readings.length = 0
      expect(readOutcomeCode(await signInAsSafe(app.openBrowser(), alice))).toBe('done')
      expect(chain.readings).toHaveLength(3)
    },
  )

  testOnBothDatabases(
    'S12 holding it and unlinking the other way at the same moment leave one way in',
    async (kind) => {
      const chain = createChainWithSafe(alice)
      const app = await createSafeTestApp(kind, chain)
      const seller = await openBrowserWithSafe(app)
      chain.deploy(safe, createFakeOwnedContractWallet(bob))
      const key = (await listWallets(seller)).find((wallet) => wallet.kind === 'key')
      const outcomes = (
        await Promise.all([signInAsSafe(app.openBrowser(), bob), seller.send('DELETE', `/api/wallets/${key?.id}`)])
      ).map(readOutcomeCode)
      expect([
        ['wallet.on_hold', 'sign_in_method.last'],
        ['done', 'done'],
      ]).toContainEqual(outcomes)
    },
  )
})
