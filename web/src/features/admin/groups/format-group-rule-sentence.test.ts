import { expect, test } from 'vitest'
import { createTestTranslator } from '../../../testing/create-test-translator.ts'
import {
  groupRuleConditionKinds,
  toGroupRuleDraft,
  createEmptyGroupRuleDraft,
  groupRuleCombinatorKinds,
} from './group-rule-draft.ts'
import { formatGroupRuleSentence } from './format-group-rule-sentence.ts'

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
    `"Members: anyone who holds at least 1.5 TUSD on Ethereum."`,
  )
  expect(say({ type: 'native', chain: '1', atLeast: '500000000000000000' })).toMatchInlineSnapshot(
    `"Members: anyone who holds at least 0.5 ETH on Ethereum."`,
  )
  expect(say({ type: 'erc721', chain: '10', contract, atLeast: '1' })).toMatchInlineSnapshot(
    `"Members: anyone who holds at least 1 0x5FbD…0aa3 on 10."`,
  )
  expect(say({ type: 'name', under: 'example.eth' })).toMatchInlineSnapshot(
    `"Members: anyone who has a name under example.eth."`,
  )
  expect(say({ type: 'wallets', wallets: [contract.toLowerCase()] })).toMatchInlineSnapshot(
    `"Members: anyone who has the listed wallet."`,
  )
})

test('joins the parts of a group rule naturally and puts nested parts in parentheses', () => {
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
  expect(say(rule)).toMatchInlineSnapshot(
    `"Members: anyone who (has a name under a.eth or has a name under b.eth), holds at least 1 ETH on Ethereum, and never had the listed wallet."`,
  )
  expect(say(rule, de, 'de')).toMatchInlineSnapshot(
    `"Mitglied ist, wer (einen Namen unter a.eth hat oder einen Namen unter b.eth hat), mindestens 1 ETH auf Ethereum hält und die genannte Wallet nie hatte."`,
  )
})

test('shows placeholders for empty fields of a group rule of any kind', () => {
  for (const t of [en, de])
    for (const kind of [...groupRuleConditionKinds, ...groupRuleCombinatorKinds]) {
      const said = formatGroupRuleSentence(t, createEmptyGroupRuleDraft(kind), chainOf, 'en')
      expect(said, kind).not.toMatch(/undefined|null|NaN/)
    }
})
