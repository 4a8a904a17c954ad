// Tests which rules are valid, and which errors the others cause.
import { expect, test } from 'vitest'
import { parseGroupRule } from './parse-group-rule.ts'
import { listGroupRuleConditions } from '../../store/groups/group-rule-types.ts'

const faultsOf = (rule: unknown): string[] => {
  const read = parseGroupRule(rule)
  return read.outcome === 'invalid' ? read.errors.map(({ path, message }) => `${path}: ${message}`) : []
}
const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

test('group rule parsing normalizes a rule to one canonical form', () => {
  const rule = {
    any: [
      { type: 'erc20', chain: 1, contract, atLeast: 5 },
      {
        all: [
          { type: 'erc721', chain: '10', contract },
          { type: 'wallets', wallets: [contract.toLowerCase()] },
        ],
      },
    ],
  }
  const read = parseGroupRule(rule)
  expect(read).toEqual({
    outcome: 'parsed',
    rule: {
      any: [
        { type: 'erc20', chain: '1', contract: contract.toLowerCase(), atLeast: '5' },
        {
          all: [
            { type: 'erc721', chain: '10', contract: contract.toLowerCase(), atLeast: '1' },
            { type: 'wallets', wallets: [contract.toLowerCase()] },
          ],
        },
      ],
    },
  })
  if (read.outcome !== 'parsed') throw new Error('not read')
  expect(parseGroupRule(JSON.parse(JSON.stringify(read.rule)))).toEqual(read)
  expect(listGroupRuleConditions(read.rule).map(({ type }) => type)).toEqual(['erc20', 'erc721', 'wallets'])
})

test.each<[string, unknown, string[]]>([
  ['a missing rule', undefined, ['rule: must be an object with "type", "all" or "any"']],
  [
    'an unknown type',
    { type: 'age' },
    ['rule.type: must be one of "wallets", "erc20", "native", "sum", "erc721", "erc1155", "name"'],
  ],
  ['an empty "all"', { all: [] }, ['rule.all: must be a list with at least one part']],
  [
    '"all" together with "any"',
    { all: [{ type: 'name', under: 'a.eth' }], any: [] },
    ['rule.any: must not be combined with "all"'],
  ],
  [
    'a property of another condition type',
    { type: 'name', under: 'a.eth', chain: '1' },
    ['rule.chain: is unknown; a condition of type "name" has under'],
  ],
  [
    'a threshold of zero',
    { type: 'erc20', chain: '1', contract, atLeast: '0' },
    ['rule.atLeast: must be a whole number from 1 to 2^256 - 1, written as a string'],
  ],
  [
    'a threshold above 2^256 - 1',
    { type: 'erc20', chain: '1', contract, atLeast: String(2n ** 256n) },
    ['rule.atLeast: must be a whole number from 1 to 2^256 - 1, written as a string'],
  ],
  [
    'a fraction of a token with 0 decimals',
    { type: 'erc20', chain: '1', contract, atLeast: '1.5', token: { symbol: 'ONE', name: null, decimals: 0 } },
    ['rule.atLeast: has 1 decimals, but ONE has only 0; shorten it, for example to "1 ONE"'],
  ],
  [
    'a number beyond JSON precision',
    { type: 'erc20', chain: '1', contract, atLeast: 2 ** 60 },
    ['rule.atLeast: must be a whole number from 1 to 2^256 - 1, written as a string'],
  ],
  [
    'an address with a wrong checksum',
    { type: 'erc20', chain: '1', contract: contract.replace('F', 'f'), atLeast: '1' },
    ['rule.contract: contains a typo: its checksum (ERC-55) does not match'],
  ],
  [
    'an ERC-721 token ID with a threshold above 1',
    { type: 'erc721', chain: '1', contract, tokenId: '7', atLeast: '2' },
    ['rule.atLeast: must not be combined with "tokenId": there is only one token with that ID'],
  ],
  [
    'an ERC-1155 condition without a token ID',
    { type: 'erc1155', chain: '1', contract },
    ['rule.tokenId: must be a whole number from 0 to 2^256 - 1, written as a string'],
  ],
  [
    'a duplicate Solana wallet, and a Bitcoin wallet on an unknown chain',
    {
      type: 'wallets',
      wallets: [
        '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
        'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
        'bip122:00000008819873e925422c1ff0f99f7c:1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
      ],
    },
    [
      'rule.wallets[2]: must be "0x…" (an ordinary key), "eip155:CHAIN:0x…" (a contract wallet on that chain), or a Solana or Bitcoin address',
      'rule.wallets[1]: must not be listed twice',
    ],
  ],
  [
    'a malformed account ID',
    { type: 'wallets', wallets: ['solana:1:abc'] },
    [
      'rule.wallets[0]: must be "0x…" (an ordinary key), "eip155:CHAIN:0x…" (a contract wallet on that chain), or a Solana or Bitcoin address',
    ],
  ],
  [
    'a duplicate wallet',
    { type: 'wallets', wallets: [contract, contract.toLowerCase()] },
    ['rule.wallets[1]: must not be listed twice'],
  ],
  ['a name with an empty label', { type: 'name', under: '.eth' }, ['rule.under: must be a name such as "example.eth"']],
  [
    'several errors at once',
    { any: [{ type: 'erc20', chain: '0x1', contract: 'vitalik', atLeast: '1' }, 7] },
    [
      'rule.any[0].chain: must be a chain ID, such as "1", or a chain name, such as "Base"',
      'rule.any[0].contract: must be an address: "0x" followed by 40 hexadecimal digits',
      'rule.any[1]: must be an object with "type", "all" or "any"',
    ],
  ],
])('group rule parsing reports the path of each error: %s', (_what, rule, errors) => {
  expect(faultsOf(rule)).toEqual(errors)
})

test('group rule parsing limits the depth, the number of parts and the number of wallets', () => {
  const name = { type: 'name', under: 'a.eth' }
  const deep = (levels: number): object => (levels === 1 ? name : { all: [deep(levels - 1)] })
  expect(faultsOf(deep(5))).toEqual([])
  expect(faultsOf(deep(6))).toEqual([
    'rule.all[0].all[0].all[0].all[0].all[0]: is nested too deeply; a rule can have at most 5 levels',
  ])
  expect(faultsOf({ any: Array.from({ length: 49 }, () => name) })).toEqual([])
  expect(faultsOf({ any: Array.from({ length: 5000 }, () => name) })).toEqual([
    'rule.any[49]: is one part too many; a rule can have at most 50 parts',
  ])
  const wallets = (count: number) => ({
    type: 'wallets',
    wallets: Array.from({ length: count }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`),
  })
  expect(faultsOf(wallets(2000))).toEqual([])
  expect(faultsOf(wallets(2001))).toEqual(['rule.wallets: must be a list of 1 to 2000 wallets'])
})
