// None of a list: where it can stand in a rule, who meets it, and that it holds over a person's whole life here: whatever they link, unlink, merge, or
// begin anew with, a wallet that was once theirs stays theirs for this (THREATS P17).
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { addTestGroup, testTokenAddress } from '../../testing/group-and-token-fixtures.ts'
import {
  adaAddress,
  bobAddress,
  createKeyWallet,
  createProvedContractWallet,
  otherAddress,
  safeAddress,
} from '../../testing/group-rule-fixtures.ts'
import {
  linkWalletForTests,
  listWalletsForTests,
  mergeIdentitiesForTests,
  readBrowserPersonIdOrNone,
  requestIdentityMergeUndoForTests,
} from '../../testing/identity-merge-test-steps.ts'
import { evaluateGroupRules } from './evaluate-group-rules.ts'
import type { GroupRuleWallet } from './group-wallet-list-entry-notation.ts'
import { parseGroupRule } from './parse-group-rule.ts'
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
  const groups = await readGroupMemberships(context, await readBrowserPersonIdOrNone(browser), 'all', app.clock.now)
  return groups.length === 1
}

async function unlink(browser: TestBrowser, key: { address: string }): Promise<void> {
  const wallet = (await listWalletsForTests(browser)).find(
    ({ address }) => address.toLowerCase() === key.address.toLowerCase(),
  )
  const answer = await browser.send('DELETE', `/api/wallets/${wallet?.id}`)
  if (answer.statusCode >= 300) throw new Error(answer.body)
}

describe.each(databaseKinds)('P17 none of a list on %s', (kind) => {
  test('a wallet that comes takes its person out at once, and unlinking it brings nobody back', async () => {
    const app = await createTestServer({ database: kind })
    await addGroup(app, [alice], [bob])
    const browser = await openSteppedUpBrowser(app, alice)
    expect(await belongs(app, browser)).toBe(true)
    await linkWalletForTests(browser, bob)
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
    for (const key of [alice, carol]) await linkWalletForTests(browser, key)
    await unlink(browser, alice)
    const anew = await openSteppedUpBrowser(app, alice)
    expect(await readBrowserPersonIdOrNone(anew)).not.toBe(await readBrowserPersonIdOrNone(browser))
    expect(await belongs(app, anew)).toBe(false)
    // Nor by one more step.
    await linkWalletForTests(anew, dave)
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
    await linkWalletForTests(other, bob)
    await unlink(other, bob)
    const browser = await openSteppedUpBrowser(app, alice)
    expect(await belongs(app, browser)).toBe(true)
    const merged = await mergeIdentitiesForTests(browser, carol)
    expect(await belongs(app, browser)).toBe(false)
    expect((await requestIdentityMergeUndoForTests(browser, merged)).statusCode).toBeLessThan(300)
    app.clock.now += 300_000
    expect(await belongs(app, browser)).toBe(true)
  })
})

describe('none of a list', () => {
  const listedAddresses = (...wallets: string[]) => ({ type: 'wallets', wallets })
  const rule = {
    all: [
      listedAddresses(adaAddress, bobAddress),
      { none: [listedAddresses(otherAddress), listedAddresses(`eip155:1:${safeAddress}`)] },
    ],
  }
  const judge = async (allTimeWallets: readonly GroupRuleWallet[]) => {
    const read = parseGroupRule(rule)
    if (read.outcome !== 'parsed') throw new Error(JSON.stringify(read))
    const [verdict] = await evaluateGroupRules(
      new Map(),
      [{ rule: read.rule, wallets: [createKeyWallet(adaAddress)], allTimeWallets }],
      {
        nameCutoff: 0,
      },
    )
    return verdict?.outcome
  }

  test('is met by whoever never had one of them', async () => {
    expect(await judge([createKeyWallet(adaAddress)])).toBe('met')
    expect(await judge([createKeyWallet(adaAddress), createKeyWallet(safeAddress)])).toBe('not-met')
    expect(await judge([createKeyWallet(adaAddress), createProvedContractWallet('10', safeAddress)])).toBe('met')
    expect(await judge([createKeyWallet(adaAddress), createProvedContractWallet('1', safeAddress)])).toBe('not-met')
    expect(await judge([createKeyWallet(adaAddress), createKeyWallet(otherAddress)])).toBe('not-met')
  })

  test.each<[string, unknown, string]>([
    [
      'alone',
      { none: [listedAddresses(adaAddress)] },
      'rule: "none" must be a part of "all", beside what somebody must have',
    ],
    [
      'in any',
      { any: [listedAddresses(adaAddress), { none: [listedAddresses(bobAddress)] }] },
      'rule.any[1]: "none" must be a part of "all", beside what somebody must have',
    ],
    [
      'beside nothing else',
      { all: [{ none: [listedAddresses(adaAddress)] }, { none: [listedAddresses(bobAddress)] }] },
      'rule.all: must have another part beside "none", which says what somebody must have, such as { "type": "erc20", … }',
    ],
    [
      'over what somebody holds',
      {
        all: [
          listedAddresses(adaAddress),
          { none: [{ type: 'erc20', chain: '1', contract: testTokenAddress, atLeast: '1' }] },
        ],
      },
      'rule.all[1].none[0]: must be a list of wallets, such as { "type": "wallets", "wallets": ["0x…"] }: what somebody holds could be left at home',
    ],
    [
      'over nothing',
      { all: [listedAddresses(adaAddress), { none: [] }] },
      'rule.all[1].none: must be a list with at least one part',
    ],
  ])('cannot stand %s', (_what, given, fault) => {
    const read = parseGroupRule(given)
    expect(read.outcome === 'invalid' && read.errors.map(({ path, message }) => `${path}: ${message}`)).toEqual([fault])
  })
})
