import { describe, expect, test } from 'vitest'
import {
  toGroupRuleDraft,
  createEmptyGroupRuleDraft,
  buildGroupRuleFromDraft,
  parseNftTokenIds,
  addGroupRuleCondition,
  groupRuleConditionKinds,
  changeGroupRuleConditionKind,
  removeGroupRulePart,
  setConditionTokenMetadata,
  wrapInCombinator,
  formatNftTokenIds,
} from './group-rule-draft.ts'
import type { GroupRuleConditionDraft } from './group-rule-draft.ts'
import { isGroupRuleConditionFinished } from './is-group-rule-condition-finished.ts'

const key = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const contract = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const token = { symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const coin = { symbol: 'ETH', name: null, decimals: 18 }

test('a condition is finished once every required field has a value', () => {
  const isFinished = (rule: Record<string, unknown>) =>
    isGroupRuleConditionFinished(toGroupRuleDraft(rule) as GroupRuleConditionDraft)
  expect(isFinished({ type: 'erc20', chain: '1', contract, atLeast: '15' })).toBe(true)
  expect(isFinished({ type: 'erc721', chain: '1', contract })).toBe(true)
  expect(isFinished({ type: 'sum', of: [{ chain: '1' }], atLeast: '2' })).toBe(true)
  expect(isFinished({ type: 'erc20', chain: '1', atLeast: '15' })).toBe(false)
  expect(isFinished({ type: 'erc1155', chain: '1', contract, atLeast: '1' })).toBe(false)
  expect(isFinished({ type: 'sum', of: [], atLeast: '2' })).toBe(false)
  for (const kind of groupRuleConditionKinds)
    expect(isGroupRuleConditionFinished(createEmptyGroupRuleDraft(kind) as GroupRuleConditionDraft)).toBe(false)
})

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

test('changing the kind of a condition keeps common fields, and an amount starts at 1', () => {
  const rule = { type: 'erc1155', chain: '1', contract, tokenId: '7', atLeast: '5' }
  const draft = toGroupRuleDraft(rule) as GroupRuleConditionDraft
  expect(buildGroupRuleFromDraft(changeGroupRuleConditionKind(draft, 'erc721'))).toEqual({ ...rule, type: 'erc721' })
  const named = changeGroupRuleConditionKind(draft, 'name')
  expect(buildGroupRuleFromDraft(named)).toEqual({ type: 'name' })
  expect(buildGroupRuleFromDraft(changeGroupRuleConditionKind(named, 'erc1155'))).toEqual(rule)
  const money = toGroupRuleDraft({ type: 'erc20', chain: '1', contract, atLeast: '1500000', token })
  expect(buildGroupRuleFromDraft(changeGroupRuleConditionKind(money as GroupRuleConditionDraft, 'native'))).toEqual({
    type: 'native',
    chain: '1',
    atLeast: '1500000000000000000',
  })
  const empty = createEmptyGroupRuleDraft() as GroupRuleConditionDraft
  expect(buildGroupRuleFromDraft(changeGroupRuleConditionKind(empty, 'native'))).toEqual({
    type: 'native',
    atLeast: '1000000000000000000',
  })
  expect(buildGroupRuleFromDraft(changeGroupRuleConditionKind(empty, 'sum'))).toEqual({
    type: 'sum',
    of: [{}],
    atLeast: '1',
  })
})

test('a further condition is required in addition, and the last remaining condition needs no combinator', () => {
  const rule = { type: 'name', under: 'a.eth' }
  const draft = toGroupRuleDraft(rule) as GroupRuleConditionDraft
  const empty = { type: 'wallets', wallets: [] }
  const both = addGroupRuleCondition(draft)
  expect(buildGroupRuleFromDraft(both)).toEqual({ all: [rule, empty] })
  expect(buildGroupRuleFromDraft(addGroupRuleCondition(both))).toEqual({ all: [rule, empty, empty] })
  expect(buildGroupRuleFromDraft(wrapInCombinator(draft, 'any'))).toEqual({ any: [rule, empty] })
  expect(removeGroupRulePart(both, 1)).toBe(draft)
  expect(buildGroupRuleFromDraft(removeGroupRulePart(addGroupRuleCondition(both), 0))).toEqual({ all: [empty, empty] })
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
