// Tests of the group commands on one database file and a chain.
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGroupCliCommandFolder, startTokenChain } from '../testing/group-command-fixtures.ts'
import { listSequencedAuditEntryTexts } from '../testing/inspect-test-database.ts'
import { openDatabaseUntilTestEnds } from '../testing/database-fixtures.ts'

let chain: LocalEthereumChain
let coin: string
let money: string
let picture: string
let items: string

beforeAll(async () => {
  ;({ chain, coin, money, picture, items } = await startTokenChain())
})
afterAll(() => chain.stop())

const openFolder = () => createGroupCliCommandFolder(chain)

test('group commands add, show, change and remove a group, unless an application requires it', async () => {
  const { address, run } = openFolder()
  expect(
    await run(
      'group',
      'add',
      'holders',
      '--name',
      'Holders',
      '--erc20',
      `8453:${coin}:1000`,
      '--wallets',
      `${ethereumTestKeys.alice.address} eip155:8453:${coin}`,
    ),
  ).toBe('0 Added "holders". Try it with "npx countersign group check holders ADDRESS".')
  expect(await run('group', 'add', 'holders', '--subname-of', 'x')).toContain(
    'requires ENS names, but no configured chain has an ENS registry',
  )
  expect((await run('group', 'show', 'holders')).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'))
    .toBe(`0   id           holders
  name         Holders
  members      0, 0 checked recently
  required by  no application
  added        TIME
  changed      TIME

Its rule:

  one of
    one of 2 wallets
      ${ethereumTestKeys.alice.address.toLowerCase()}
      eip155:8453:${coin.toLowerCase()}
    at least 0.000000000000001 COIN (exactly 1000) of Test Coin ${coin} on Base, chain 8453 (ERC-20)`)
  expect(
    await run(
      'application',
      'add',
      'Wiki',
      '--kind',
      'web',
      '--redirect',
      'https://wiki.example/callback',
      '--allowed-group',
      'holder',
    ),
  ).toContain('--allowed-group[0]: there is no group "holder"; "npx countersign group list" shows all groups')
  expect(
    await run(
      'application',
      'add',
      'Wiki',
      '--kind',
      'web',
      '--redirect',
      'https://wiki.example/callback',
      '--allowed-group',
      'holders',
    ),
  ).toMatch(/^0 Added "Wiki"/)
  expect(await run('group', 'remove', 'holders', '--yes')).toContain(
    '1 error: "holders" is required by these applications: wiki. Nothing was changed.',
  )
  expect(await run('application', 'change', 'wiki', '--allowed-group', '')).toBe(
    '0 Changed "wiki":\n  allowedGroups - holders',
  )
  expect(await run('group', 'change', 'holders', '--name', 'Great holders')).toBe(
    '0 Changed "holders":\n  name Holders → Great holders',
  )
  expect(await run('group', 'list')).toBe(
    `0 holders\t0\t0\tGreat holders\tone of 2 wallets, or at least 0.000000000000001 COIN (exactly 1000) of Test Coin ${coin} on Base, chain 8453 (ERC-20)`,
  )
  expect(await run('group', 'remove', 'holders')).toMatch(/^1 Removing "holders"[^]*Add --yes to confirm\.$/)
  expect(await run('group', 'remove', 'holders', '--yes')).toBe('0 Removed "holders".')
  expect(await run('group', 'show', 'holders')).toBe(
    '1 error: There is no group "holders". "npx countersign group list" lists all groups.',
  )
  expect(
    (await listSequencedAuditEntryTexts(openDatabaseUntilTestEnds(address).queries)).filter((line) =>
      line.startsWith('group.'),
    ),
  ).toEqual([
    'group.added success {"group":"holders"}',
    'group.changed success {"group":"holders","changes":"name Holders → Great holders"}',
    'group.removed success {"group":"holders"}',
  ])
})

test('group add reports rule errors and changes nothing', async () => {
  const { run } = openFolder()
  expect(await run('group', 'add', 'a', '--erc20', '10:0x12', '--match', 'both')).toBe(
    '1 error: --match: must be "any" or "all". Nothing was changed.',
  )
  expect(await run('group', 'add', 'a', '--erc20', '10:0x12')).toBe(`1 error: Nothing was changed:
  - id: must consist of 2 to 64 characters from a–z, 0–9, ".", "_" and "-", and start with a letter or digit
  - rule.contract: must be an address: "0x" followed by 40 hexadecimal digits
  - rule.atLeast: must be a whole number from 1 to 2^256 - 1, written as a string`)
  expect(await run('group', 'add', 'far', '--erc721', `10:${coin}`)).toBe(
    '1 error: rule: requires chain 10, which is not configured; configured chains: 8453 (Base). Nothing was changed.',
  )
  expect(await run('group', 'add', 'none')).toContain('rule: must be an object with "type", "all" or "any"')
  expect(await run('group', 'list')).toBe('0 There are no groups yet. "npx countersign group add" adds one.')
})

test('group apply is atomic, supports a dry run, and changes nothing when repeated', async () => {
  const { run, write } = openFolder()
  const team = {
    id: 'team',
    name: 'Team',
    description: 'Who builds it',
    rule: { type: 'wallets', wallets: [ethereumTestKeys.alice.address] },
  }
  const holders = {
    id: 'holders',
    name: 'Holders',
    rule: {
      all: [
        { type: 'erc721', chain: '8453', contract: picture, tokenId: '7' },
        { any: [team.rule, { type: 'erc1155', chain: 8453, contract: items, tokenId: 1 }] },
      ],
    },
  }
  write('groups.json', { groups: [team, holders] })
  expect(await run('group', 'apply', 'groups.json')).toBe('0 + holders added\n+ team added')
  expect(await run('group', 'apply', 'groups.json')).toBe('0 Nothing to change.')
  write('groups.json', { groups: [{ ...team, rule: { type: 'wallets', wallets: [ethereumTestKeys.bob.address] } }] })
  expect(await run('group', 'apply', 'groups.json', '--prune', '--dry-run')).toBe(
    '0 - holders removed\n~ team: rule changed\nThis was a dry run; nothing was changed.',
  )
  await run(
    'application',
    'add',
    'Wiki',
    '--kind',
    'web',
    '--redirect',
    'https://wiki.example/callback',
    '--allowed-group',
    'holders',
  )
  expect(await run('group', 'apply', 'groups.json', '--prune')).toBe(
    '1 error: groups: does not contain "holders", which cannot be removed because it is required by wiki. Nothing was changed.',
  )
  expect(await run('group', 'apply', 'groups.json')).toBe('0 ~ team: rule changed')
  write('groups.json', { groups: [team, team, { id: 'x', rule: {} }], more: 1 })
  expect(await run('group', 'apply', 'groups.json')).toBe(
    '1 error: more: is unknown; the file may contain only "groups". Nothing was changed.',
  )
})

test('group add takes amounts in token units and chain names, and group show prints exact values', async () => {
  const { run } = openFolder()
  expect(await run('group', 'add', 'rich', '--erc20', `base:${money}:1.5 usdm`, '--native', 'Base:0.1 ETH')).toContain(
    '0 Added "rich"',
  )
  expect(await run('group', 'show', 'rich')).toContain(`  one of
    at least 1.5 USDM (exactly 1500000) of USD Money ${money} on Base, chain 8453 (ERC-20)
    at least 0.1 ETH (exactly 100000000000000000) on Base, chain 8453`)
  const { definition } = JSON.parse((await run('group', 'show', 'rich', '--json')).slice(2)) as { definition: unknown }
  expect(definition).toMatchObject({
    rule: {
      any: [
        {
          type: 'erc20',
          chain: '8453',
          contract: money.toLowerCase(),
          atLeast: '1500000',
          token: { symbol: 'USDM', name: 'USD Money', decimals: 6 },
        },
        { type: 'native', chain: '8453', atLeast: '100000000000000000' },
      ],
    },
  })
  for (const [given, fault] of [
    [
      `base:${money}:1.2345678 USDM`,
      'rule.atLeast: has 7 decimals, but USDM has only 6; shorten it, for example to "1.234567 USDM"',
    ],
    [`base:${money}:5 DAI`, 'rule.atLeast: must be an amount in USDM, the symbol of this token, such as "1.5 USDM"'],
    [`base:${picture}:5`, 'rule.contract: is not a token of type "erc20" but of type "erc721"'],
    [`base:${ethereumTestKeys.alice.address}:5`, 'rule.contract: is not the address of a contract on this chain'],
    [`bass:${money}:5`, 'rule.chain: must be a chain ID, such as "1", or a chain name, such as "Base"'],
  ] as const)
    expect(await run('group', 'add', 'poor', '--erc20', given)).toContain(fault)
})

test('group add reads wallets from a file, and reports a line without a wallet', async () => {
  const { run, write } = openFolder()
  write('wallets.txt', `# ours\n${ethereumTestKeys.alice.address} # Alice\r\n\neip155:8453:${coin}\n`)
  expect(
    await run('group', 'add', 'team', '--wallets-file', 'wallets.txt', '--wallets', ethereumTestKeys.bob.address),
  ).toContain('0 Added "team"')
  expect(await run('group', 'show', 'team')).toContain('one of 3 wallets')
  write('wallets.csv', `wallet,name\n${ethereumTestKeys.alice.address},Alice\nbob,Bob\n`)
  expect(await run('group', 'add', 'other', '--wallets-file', 'wallets.csv')).toBe(
    '1 error: --wallets-file: line 3 of wallets.csv contains no wallet: write 0x… for an ordinary key, or eip155:CHAIN:0x… for a contract wallet. Nothing was changed.',
  )
  expect(await run('group', 'add', 'other', '--wallets-file', 'nothing.csv')).toContain('cannot be read')
})
