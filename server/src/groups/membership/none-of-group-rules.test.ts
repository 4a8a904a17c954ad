// None of a list, over a person's whole life here: whatever they link, unlink, merge, or begin anew with, a wallet that was once theirs stays theirs
// for this (THREATS P17).
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { addTestGroup } from '../../testing/group-and-token-fixtures.ts'
import {
  linkWallet,
  listWallets,
  mergeIdentityInto,
  readBrowserPersonIdOrNobody,
  requestIdentityMergeUndo,
} from '../../testing/identity-merge-test-steps.ts'
import { readGroupMemberships } from './read-group-memberships.ts'

const { alice, bob, carol } = ethereumTestKeys
const dave = createEthereumTestKey(77)
const limits = {
  groupRecheckSeconds: 300,
  groupUnreachableSeconds: 3600,
  ensNameRefreshSeconds: 86_400,
  chainReadTimeoutSeconds: 3,
}
const listed = (...wallets: { address: string }[]) => ({
  type: 'wallets',
  wallets: wallets.map(({ address }) => address),
})

/** A group of those who have one of these wallets, and never had one of those. */
const addGroup = (app: TestServer, some: { address: string }[], none: { address: string }[]) =>
  addTestGroup(app, 'clean', { all: [listed(...some), { none: [listed(...none)] }] })

async function belongs(app: TestServer, browser: TestBrowser): Promise<boolean> {
  const context = { database: app.database, chains: new Map(), random: systemRandomBytes, limits }
  const groups = await readGroupMemberships(context, await readBrowserPersonIdOrNobody(browser), 'all', app.clock.now)
  return groups.length === 1
}

async function unlink(browser: TestBrowser, key: { address: string }): Promise<void> {
  const wallet = (await listWallets(browser)).find(({ address }) => address.toLowerCase() === key.address.toLowerCase())
  const answer = await browser.send('DELETE', `/api/wallets/${wallet?.id}`)
  if (answer.statusCode >= 300) throw new Error(answer.body)
}

describe.each(databaseKinds)('P17 none of a list on %s', (kind) => {
  test('a wallet that comes takes its person out at once, and unlinking it brings nobody back', async () => {
    const app = await createTestServer({ database: kind })
    await addGroup(app, [alice], [bob])
    const browser = await openSteppedUpBrowser(app, alice)
    expect(await belongs(app, browser)).toBe(true)
    await linkWallet(browser, bob)
    // Nothing has gone stale by itself: what was known is looked at anew because a wallet came.
    expect(await belongs(app, browser)).toBe(false)
    await unlink(browser, bob)
    expect(await belongs(app, browser)).toBe(false)
    app.clock.now += 3_600_000
    expect(await belongs(app, browser)).toBe(false)
  })

  test('whoever unlinks the wallet by which they belong, and begins anew with it, is the same still', async () => {
    const app = await createTestServer({ database: kind })
    await addGroup(app, [alice, carol], [bob])
    const browser = await openSteppedUpBrowser(app, bob)
    for (const key of [alice, carol]) await linkWallet(browser, key)
    await unlink(browser, alice)
    const anew = await openSteppedUpBrowser(app, alice)
    expect(await readBrowserPersonIdOrNobody(anew)).not.toBe(await readBrowserPersonIdOrNobody(browser))
    expect(await belongs(app, anew)).toBe(false)
    // Nor by one more step.
    await linkWallet(anew, dave)
    await unlink(anew, alice)
    const again = await openSteppedUpBrowser(app, alice)
    expect(await belongs(app, again)).toBe(false)
    // Others are not touched.
    await unlink(browser, carol)
    expect(await belongs(app, await openSteppedUpBrowser(app, carol))).toBe(false)
  })

  test('identities that are merged are one, with what each of them unlinked before; separated, each is itself', async () => {
    const app = await createTestServer({ database: kind })
    await addGroup(app, [alice], [bob])
    const other = await openSteppedUpBrowser(app, carol)
    await linkWallet(other, bob)
    await unlink(other, bob)
    const browser = await openSteppedUpBrowser(app, alice)
    expect(await belongs(app, browser)).toBe(true)
    const merged = await mergeIdentityInto(browser, carol)
    expect(await belongs(app, browser)).toBe(false)
    expect((await requestIdentityMergeUndo(browser, merged)).statusCode).toBeLessThan(300)
    app.clock.now += 300_000
    expect(await belongs(app, browser)).toBe(true)
  })
})
