// Tests that "none of" rules cover all wallets that a person ever had here (THREATS P17).
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

describe.each(databaseKinds)('P17: none-of wallet list on %s', (kind) => {
  test('linking a listed wallet ends membership at once, and unlinking it does not restore it', async () => {
    const app = await createTestServer({ database: kind })
    await addGroup(app, [alice], [bob])
    const browser = await openSteppedUpBrowser(app, alice)
    expect(await belongs(app, browser)).toBe(true)
    await linkWalletForTests(browser, bob)
    // The last result has not expired, but the new wallet triggers a recheck.
    expect(await belongs(app, browser)).toBe(false)
    await unlink(browser, bob)
    expect(await belongs(app, browser)).toBe(false)
    app.clock.now += 3_600_000
    expect(await belongs(app, browser)).toBe(false)
  })

  test('excludes a barred person even if they sign up again with an unlinked wallet', async () => {
    const app = await createTestServer({ database: kind })
    await addGroup(app, [alice, carol], [bob])
    const browser = await openSteppedUpBrowser(app, bob)
    for (const key of [alice, carol]) await linkWalletForTests(browser, key)
    await unlink(browser, alice)
    const anew = await openSteppedUpBrowser(app, alice)
    expect(await readBrowserPersonIdOrNone(anew)).not.toBe(await readBrowserPersonIdOrNone(browser))
    expect(await belongs(app, anew)).toBe(false)
    await linkWalletForTests(anew, dave)
    await unlink(anew, alice)
    const again = await openSteppedUpBrowser(app, alice)
    expect(await belongs(app, again)).toBe(false)
    await unlink(browser, carol)
    expect(await belongs(app, await openSteppedUpBrowser(app, carol))).toBe(false)
  })

  test('merged identities share their past wallets until the merge is undone', async () => {
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

describe('none-of rule', () => {
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

  test('is met only if none of the listed wallets was ever linked', async () => {
    expect(await judge([createKeyWallet(adaAddress)])).toBe('met')
    expect(await judge([createKeyWallet(adaAddress), createKeyWallet(safeAddress)])).toBe('not-met')
    expect(await judge([createKeyWallet(adaAddress), createProvedContractWallet('10', safeAddress)])).toBe('met')
    expect(await judge([createKeyWallet(adaAddress), createProvedContractWallet('1', safeAddress)])).toBe('not-met')
    expect(await judge([createKeyWallet(adaAddress), createKeyWallet(otherAddress)])).toBe('not-met')
  })

  test.each<[string, unknown, string]>([
    [
      'at the top level',
      { none: [listedAddresses(adaAddress)] },
      'rule: "none" must be a part of "all", next to a part that says what a person must have',
    ],
    [
      'inside "any"',
      { any: [listedAddresses(adaAddress), { none: [listedAddresses(bobAddress)] }] },
      'rule.any[1]: "none" must be a part of "all", next to a part that says what a person must have',
    ],
    [
      'without another condition in "all"',
      { all: [{ none: [listedAddresses(adaAddress)] }, { none: [listedAddresses(bobAddress)] }] },
      'rule.all: must have a part other than "none" that says what a person must have, such as { "type": "erc20", … }',
    ],
    [
      'over token holdings',
      {
        all: [
          listedAddresses(adaAddress),
          { none: [{ type: 'erc20', chain: '1', contract: testTokenAddress, atLeast: '1' }] },
        ],
      },
      'rule.all[1].none[0]: must be a list of wallets, such as { "type": "wallets", "wallets": ["0x…"] }; a rule cannot exclude holdings, because people could move them to another wallet',
    ],
    [
      'over an empty list',
      { all: [listedAddresses(adaAddress), { none: [] }] },
      'rule.all[1].none: must be a list with at least one part',
    ],
  ])('rejects "none" %s', (_what, given, fault) => {
    const read = parseGroupRule(given)
    expect(read.outcome === 'invalid' && read.errors.map(({ path, message }) => `${path}: ${message}`)).toEqual([fault])
  })
})
