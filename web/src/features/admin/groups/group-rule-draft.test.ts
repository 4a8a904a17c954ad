import { describe, expect, test } from 'vitest'
import {
  toGroupRuleDraft,
  createEmptyGroupRuleDraft,
  buildGroupRuleFromDraft,
  parseNftTokenIds,
  changeGroupRuleNodeKind,
  setConditionTokenMetadata,
  wrapInAnyCombinator,
  formatNftTokenIds,
} from './group-rule-draft.ts'
import type { GroupRuleConditionDraft } from './group-rule-draft.ts'

const key = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const contract = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const token = { symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const coin = { symbol: 'ETH', name: null, decimals: 18 }

test('a group rule survives conversion to a draft and back', () => {
  const rules = [
    { type: 'wallets', wallets: [key, `eip155:1:${contract}`] },
    { type: 'erc20', chain: '1', contract, atLeast: '1000000000000000000' },
    { type: 'erc20', chain: '1', contract, atLeast: '1500000', delegated: true, token },
    { type: 'erc20', chain: '1', contract, atLeast: '15', token: { ...token, decimals: null, ensName: 'usdc.eth' } },
    { type: 'native', chain: '8453', atLeast: '100000000000000001', token: coin },
    { type: 'sum', of: [{ chain: '1', contract, token }, { chain: '8453' }], atLeast: '1500.5' },
    { type: 'erc721', chain: '1', contract, atLeast: '2' },
    { type: 'erc721', chain: '1', contract, tokenId: '7', delegated: true },
    { type: 'erc721', chain: '1', contract, tokenIds: ['5', { from: '10', to: '20' }], atLeast: '2', token },
    { type: 'erc1155', chain: '8453', contract, tokenId: '0', atLeast: '3' },
    { type: 'name', under: 'example.eth' },
    { none: [{ type: 'wallets', wallets: [key] }] },
  ]
  for (const rule of [...rules, { all: rules }, { any: [{ all: rules }, { any: rules.slice(0, 1) }] }]) {
    const draft = toGroupRuleDraft(rule)
    expect(draft && buildGroupRuleFromDraft(draft)).toEqual(rule)
  }
})

test('a rule that the form fields cannot represent has no draft, so nothing is lost', () => {
  for (const rule of [
    null,
    'all',
    [],
    {},
    { type: 'other' },
    { type: 'name', under: 'a.eth', extra: 1 },
    { type: 'name', under: 'a.eth', token },
    { type: 'name', under: 'a.eth', of: [] },
    { type: 'sum', atLeast: '1' },
    { type: 'sum', of: [{ chain: '1', more: 1 }], atLeast: '1' },
    { type: 'erc721', chain: '1', contract, tokenId: '1', tokenIds: ['2'] },
    { type: 'erc721', chain: '1', contract, tokenIds: [{ from: '1' }] },
    { type: 'erc20', chain: '1', contract, atLeast: '1', delegated: false },
    { all: [], any: [] },
    { all: 'x' },
    { all: [{ type: 'other' }] },
    { none: [] },
    { none: [{ type: 'name', under: 'a.eth' }] },
    { type: 'none', wallets: [key] },
    { type: 'name', under: {} },
    { type: 'wallets', wallets: [1] },
  ]) {
    expect(toGroupRuleDraft(rule)).toBeNull()
  }
})

test('omits empty fields of a rule draft and splits wallets at any separator', () => {
  expect(buildGroupRuleFromDraft(createEmptyGroupRuleDraft('erc721'))).toEqual({ type: 'erc721' })
  expect(buildGroupRuleFromDraft(createEmptyGroupRuleDraft('sum'))).toEqual({ type: 'sum', of: [] })
  expect(
    buildGroupRuleFromDraft({ key: 1, kind: 'wallets', fields: { wallets: ` ${key},\n\n ${contract}; ` } }),
  ).toEqual({
    type: 'wallets',
    wallets: [key, contract],
  })
})

test('changing the kind of a rule part keeps common fields, and a part can be wrapped in any-of', () => {
  const rule = { type: 'erc1155', chain: '1', contract, tokenId: '7', atLeast: '5' }
  const draft = toGroupRuleDraft(rule)
  if (!draft) throw new Error('no draft')
  expect(buildGroupRuleFromDraft(changeGroupRuleNodeKind(draft, 'erc721'))).toEqual({ ...rule, type: 'erc721' })
  expect(buildGroupRuleFromDraft(changeGroupRuleNodeKind(draft, 'name'))).toEqual({ type: 'name' })
  expect(buildGroupRuleFromDraft(changeGroupRuleNodeKind(changeGroupRuleNodeKind(draft, 'name'), 'erc1155'))).toEqual(
    rule,
  )
  expect(buildGroupRuleFromDraft(changeGroupRuleNodeKind(draft, 'all'))).toEqual({ all: [rule] })
  expect(buildGroupRuleFromDraft(changeGroupRuleNodeKind(changeGroupRuleNodeKind(draft, 'all'), 'any'))).toEqual({
    any: [rule],
  })
  expect(buildGroupRuleFromDraft(wrapInAnyCombinator(draft))).toEqual({ any: [rule, { type: 'wallets', wallets: [] }] })
})

describe('token amount in a rule draft', () => {
  const written = (atLeast: string, more: Partial<GroupRuleConditionDraft> = { token }) =>
    buildGroupRuleFromDraft({ key: 1, kind: 'erc20', fields: { atLeast }, ...more })['atLeast']

  test('is entered in token units and sent in the smallest unit', () => {
    expect(written('1.5')).toBe('1500000')
    expect(written('100')).toBe('100000000')
    expect(written('0.0000015')).toBe('0.0000015')
    expect(written('1.5 USDC')).toBe('1.5 USDC')
    expect(written('1.5', { kind: 'native' })).toBe('1500000000000000000')
    expect(written('15', { token: { ...token, decimals: null } })).toBe('15')
  })

  test('stays in token units until the token is loaded, so 100 never means 100 of the smallest unit', () => {
    expect(written('100', {})).toBe('100.0')
    expect(written('1.5 USDC', {})).toBe('1.5 USDC')
  })

  test('of a stored rule stays in the smallest unit until the token is loaded, then is converted', () => {
    const rule = { type: 'erc20', chain: '1', contract, atLeast: '1500000' }
    const draft = toGroupRuleDraft(rule) as GroupRuleConditionDraft
    expect(draft.fields).toMatchObject({ exact: '1500000' })
    const read = setConditionTokenMetadata(draft, token)
    expect(read.fields).toMatchObject({ atLeast: '1.5' })
    expect(buildGroupRuleFromDraft(read)).toEqual({ ...rule, token })
  })
})

test('parses and formats NFT token IDs in one field', () => {
  expect(parseNftTokenIds('5, 10-20;30 – 40\n7')).toEqual([
    '5',
    { from: '10', to: '20' },
    { from: '30', to: '40' },
    '7',
  ])
  expect(formatNftTokenIds(['5', { from: '10', to: '20' }])).toBe('5, 10-20')
  expect(parseNftTokenIds('five 1-')).toEqual(['five', '1-'])
  expect(buildGroupRuleFromDraft({ key: 1, kind: 'erc721', fields: { tokenIds: '7', atLeast: '1' } })).toEqual({
    type: 'erc721',
    tokenId: '7',
  })
})
