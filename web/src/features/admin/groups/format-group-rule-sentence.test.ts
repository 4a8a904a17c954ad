import { expect, test } from 'vitest'
import { createTestTranslator } from '../../../testing/create-test-translator.ts'
import {
  groupRuleConditionKinds,
  toGroupRuleDraft,
  createEmptyGroupRuleDraft,
  groupRuleCombinatorKinds,
} from './group-rule-draft.ts'
import { formatGroupRuleSentence, formatGroupRuleWords } from './format-group-rule-sentence.ts'

const [en, de] = [createTestTranslator('en'), createTestTranslator('de')]
const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const money = { symbol: 'TUSD', name: 'Test Dollar', decimals: 6 }
const chainOf = (id: string) => ({ name: id === '1' ? 'Ethereum' : id, coin: id === '1' ? 'ETH' : null })

const say = (rule: object, t = en, locale = 'en'): string => {
  const draft = toGroupRuleDraft(rule as Record<string, unknown>)
  if (!draft) throw new Error('This is no rule that can be built.')
  return formatGroupRuleSentence(t, draft, chainOf, locale)
}

test('formats a group rule as a sentence with token amounts and chain names', () => {
  expect(say({ type: 'erc20', chain: '1', contract, atLeast: '1500000', token: money })).toMatchInlineSnapshot(
    `"People who hold at least 1.5 TUSD on Ethereum."`,
  )
  expect(say({ type: 'native', chain: '1', atLeast: '500000000000000000' })).toMatchInlineSnapshot(
    `"People who hold at least 0.5 ETH on Ethereum."`,
  )
  expect(say({ type: 'erc721', chain: '10', contract, atLeast: '1' })).toMatchInlineSnapshot(
    `"People who hold at least 1 0x5FbD…0aa3 on 10."`,
  )
  expect(say({ type: 'name', under: 'example.eth' })).toMatchInlineSnapshot(
    `"People who have a name ending in .example.eth."`,
  )
  expect(say({ type: 'wallets', wallets: [contract.toLowerCase()] })).toMatchInlineSnapshot(
    `"People who use the listed wallet."`,
  )
})

test('describes a rule without its subject, and a list of one wallet by its address', () => {
  const words = (rule: Record<string, unknown>) => formatGroupRuleWords(en, toGroupRuleDraft(rule)!, chainOf, 'en')
  expect(words({ type: 'wallets', wallets: [contract] })).toBe('use the wallet 0x5FbD…0aa3')
  expect(words({ type: 'wallets', wallets: [contract, 'b'] })).toBe('use one of 2 listed wallets')
})

test('joins the conditions of a group rule naturally, each on a line', () => {
  const rule = {
    all: [
      {
        any: [
          { type: 'name', under: 'a.eth' },
          { type: 'name', under: 'b.eth' },
        ],
      },
      { type: 'native', chain: '1', atLeast: '1000000000000000000' },
      { none: [{ type: 'wallets', wallets: [contract.toLowerCase()] }] },
    ],
  }
  expect(say(rule).split('\n')).toEqual([
    'People who have a name ending in .a.eth or have a name ending in .b.eth, ',
    'hold at least 1 ETH on Ethereum, ',
    'and never had the listed wallet.',
  ])
  expect(say(rule, de, 'de').split('\n')).toEqual([
    'Personen, die einen Namen unter a.eth haben oder einen Namen unter b.eth haben, ',
    'mindestens 1 ETH auf Ethereum halten ',
    'und die genannte Wallet nie hatten.',
  ])
  expect(formatGroupRuleWords(en, toGroupRuleDraft(rule)!, chainOf, 'en')).toMatch(
    /^\(have a name ending in \.a\.eth or have a name ending in \.b\.eth\), hold /,
  )
})

test('shows placeholders for empty fields of a group rule of any kind', () => {
  for (const t of [en, de])
    for (const kind of [...groupRuleConditionKinds, ...groupRuleCombinatorKinds]) {
      const said = formatGroupRuleSentence(t, createEmptyGroupRuleDraft(kind), chainOf, 'en')
      expect(said, kind).not.toMatch(/undefined|null|NaN/)
    }
})
