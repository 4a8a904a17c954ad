import { expect, test } from 'vitest'
import { createTestTranslator } from '../../../testing/create-test-translator.ts'
import { suggestIdFromName } from '../suggest-id-from-name.ts'
import { createEmptyGroupRuleDraft, toGroupRuleDraft } from './group-rule-draft.ts'
import { proposeGroupName } from './propose-group-name.ts'

const [en, de] = [createTestTranslator('en'), createTestTranslator('de')]
const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const token = (symbol: string | null, name: string | null = null) => ({ symbol, name, decimals: 6 })
const chainOf = (id: string) => ({ name: id, coin: id === '1' ? 'ETH' : null })

const propose = (rule: object, t = en, locale = 'en'): string => {
  const draft = toGroupRuleDraft(rule)
  if (!draft) throw new Error('The fields cannot represent this rule.')
  return proposeGroupName(t, draft, chainOf, locale)
}

const money = { type: 'erc20', chain: '1', contract, atLeast: '1500000', token: token('TUSD') }

test('proposes the name of a group from the tokens, the domain or the wallets of its rule', () => {
  expect(propose(money)).toBe('TUSD holders')
  expect(suggestIdFromName(propose(money))).toBe('tusd-holders')
  expect(propose(money, de, 'de')).toBe('Besitz von TUSD')
  expect(propose({ type: 'native', chain: '1', atLeast: '1' })).toBe('ETH holders')
  expect(propose({ type: 'erc721', chain: '1', contract, token: token(null, 'Test Picture') })).toBe(
    'Test Picture holders',
  )
  expect(propose({ type: 'sum', of: [{ chain: '1', contract, token: token('TUSD') }, { chain: '1' }] })).toBe(
    'TUSD and ETH holders',
  )
  expect(propose({ type: 'name', under: 'example.eth' })).toBe('Names under example.eth')
  expect(propose({ type: 'wallets', wallets: [contract] })).toBe('Wallet list')
})

test('ignores excluded wallets when it proposes a group name, and names at most two tokens', () => {
  const none = { none: [{ type: 'wallets', wallets: [contract] }] }
  const other = (symbol: string) => ({ ...money, token: token(symbol) })
  expect(propose({ all: [none, money] })).toBe('TUSD holders')
  expect(propose({ all: [{ any: [other('A'), other('B')] }, other('A'), other('C')] })).toBe('A and B holders')
})

test('proposes no group name until the rule says enough', () => {
  for (const kind of ['wallets', 'erc20', 'native', 'sum', 'name', 'none', 'all'] as const)
    expect(proposeGroupName(en, createEmptyGroupRuleDraft(kind), chainOf, 'en'), kind).toBe('')
  expect(propose({ type: 'erc20', chain: '2', contract, atLeast: '1' })).toBe('')
})

test('strips invisible characters from a token symbol in a proposed group name', () => {
  expect(propose({ ...money, token: token('US\u202EDC') })).toBe('USDC holders')
})
