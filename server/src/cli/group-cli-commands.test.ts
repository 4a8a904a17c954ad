// The commands about groups as operators run them, on one database file and a chain.
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

test('a group is added, shown, changed, demanded, and removed only once nobody demands it', async () => {
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
  ).toBe('0 "holders" is added. Try it with "countersign group check holders ADDRESS".')
  expect(await run('group', 'add', 'holders', '--subname-of', 'x')).toContain(
    'needs names, and no chain with a registry of names (ENS) is configured',
  )
  expect((await run('group', 'show', 'holders')).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'))
    .toBe(`0   id          holders
  name        Holders
  members     0, 0 checked recently
  lets in to  no application
  added       TIME
  changed     TIME

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
  ).toContain('--allowed-group[0]: there is no group "holder"; "countersign group list" shows all')
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
  ).toMatch(/^0 "Wiki" is added/)
  expect(await run('group', 'remove', 'holders', '--yes')).toContain(
    '1 "holders" is what these applications let in by: wiki. Nothing was changed.',
  )
  expect(await run('application', 'change', 'wiki', '--allowed-group', '')).toBe(
    '0 "wiki" is changed:\n  allowedGroups - holders',
  )
  expect(await run('group', 'change', 'holders', '--name', 'Great holders')).toBe(
    '0 "holders" is changed:\n  name Holders → Great holders',
  )
  expect(await run('group', 'list')).toBe(
    `0 holders  members 0, 0 checked recently  Great holders: one of 2 wallets, or at least 0.000000000000001 COIN (exactly 1000) of Test Coin ${coin} on Base, chain 8453 (ERC-20)`,
  )
  expect(await run('group', 'remove', 'holders')).toMatch(/^1 Removing "holders"[^]*Add --yes to do it\.$/)
  expect(await run('group', 'remove', 'holders', '--yes')).toBe('0 "holders" is removed.')
  expect(await run('group', 'show', 'holders')).toBe(
    '1 There is no group "holders". "countersign group list" shows all.',
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

test('what is wrong with a rule is said at once, and nothing is changed', async () => {
  const { run } = openFolder()
  expect(await run('group', 'add', 'a', '--erc20', '10:0x12', '--match', 'both')).toBe(
    '1 Nothing was changed:\n  - --match: must be "any" or "all"',
  )
  expect(await run('group', 'add', 'a', '--erc20', '10:0x12')).toBe(`1 Nothing was changed:
  - id: must be 2 to 64 of a–z, 0–9, ".", "_" and "-", and begin with a letter or digit
  - rule.contract: must be an address: "0x" and 40 hexadecimal digits
  - rule.atLeast: must be a whole number from 1 to 2^256 - 1, written as a text`)
  expect(await run('group', 'add', 'far', '--erc721', `10:${coin}`)).toBe(
    '1 Nothing was changed:\n  - rule: needs chain 10, which is not configured; these are: 8453 (Base)',
  )
  expect(await run('group', 'add', 'none')).toContain('rule: must be an object with "type", or with "all" or "any"')
  expect(await run('group', 'list')).toBe('0 There is no group yet. "countersign group add" makes one.')
})

test('a file is applied as a whole, shown before, and once more without effect', async () => {
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
  expect(await run('group', 'apply', 'groups.json')).toBe('0 There is nothing to change.')
  write('groups.json', { groups: [{ ...team, rule: { type: 'wallets', wallets: [ethereumTestKeys.bob.address] } }] })
  expect(await run('group', 'apply', 'groups.json', '--prune', '--dry-run')).toBe(
    '0 - holders removed\n~ team: rule changed\nNothing was changed, because of --dry-run.',
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
    '1 Nothing was changed:\n  - groups: lacks "holders", which cannot be removed: wiki lets in by it',
  )
  expect(await run('group', 'apply', 'groups.json')).toBe('0 ~ team: rule changed')
  write('groups.json', { groups: [team, team, { id: 'x', rule: {} }], more: 1 })
  expect(await run('group', 'apply', 'groups.json')).toBe(
    '1 Nothing was changed:\n  - more: is not known; the file has "groups" alone',
  )
})

test('amounts are written in the unit of the token, chains by name, and both are shown exactly', async () => {
  const { run } = openFolder()
  expect(await run('group', 'add', 'rich', '--erc20', `base:${money}:1.5 usdm`, '--native', 'Base:0.1 ETH')).toContain(
    '0 "rich" is added',
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
    [`base:${money}:1.2345678 USDM`, 'rule.atLeast: has 7 decimals, and USDM has 6: write at most "1.234567 USDM"'],
    [`base:${money}:5 DAI`, 'rule.atLeast: must be in USDM, which is what this token is called, such as "1.5 USDM"'],
    [`base:${picture}:5`, 'rule.contract: is no token of this kind ("erc20"), but of "erc721"'],
    [`base:${ethereumTestKeys.alice.address}:5`, 'rule.contract: has no contract at it on this chain'],
    [`bass:${money}:5`, 'rule.chain: must name a chain by its id, such as "1", or by its name, such as "Base"'],
  ] as const)
    expect(await run('group', 'add', 'poor', '--erc20', given)).toContain(fault)
})

test('a list of wallets comes from a file, and a line without one is named', async () => {
  const { run, write } = openFolder()
  write('wallets.txt', `# ours\n${ethereumTestKeys.alice.address} # Alice\r\n\neip155:8453:${coin}\n`)
  expect(
    await run('group', 'add', 'team', '--wallets-file', 'wallets.txt', '--wallets', ethereumTestKeys.bob.address),
  ).toContain('0 "team" is added')
  expect(await run('group', 'show', 'team')).toContain('one of 3 wallets')
  write('wallets.csv', `wallet,name\n${ethereumTestKeys.alice.address},Alice\nbob,Bob\n`)
  expect(await run('group', 'add', 'other', '--wallets-file', 'wallets.csv')).toBe(
    '1 Nothing was changed:\n  - --wallets-file: line 3 of wallets.csv has no wallet: 0x… for a plain key, eip155:CHAIN:0x… for a contract wallet',
  )
  expect(await run('group', 'add', 'other', '--wallets-file', 'nothing.csv')).toContain('cannot be read')
})
