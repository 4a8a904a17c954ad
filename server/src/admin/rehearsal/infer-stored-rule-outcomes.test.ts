import { describe, expect, test } from 'vitest'
import type { GroupRule } from '../../store/groups/group-rule-types.ts'
import type { GroupRuleOutcome } from '../../groups/membership/group-rule-evaluation.ts'
import { createStoredRuleOutcomeInference } from './infer-stored-rule-outcomes.ts'

const contract = '0x00000000000000000000000000000000000070ce'
const holds = (atLeast: string): GroupRule => ({ type: 'erc20', chain: '1', contract, atLeast })
const name: GroupRule = { type: 'name', under: 'example.eth' }
const list: GroupRule = { type: 'wallets', wallets: [`0x${'1'.repeat(40)}`] }

function infer(
  target: GroupRule,
  stored: GroupRule,
  verdict: 'met' | 'not-met',
  evaluatePart: (part: GroupRule) => GroupRuleOutcome = () => 'unknown',
): string | undefined {
  const inference = createStoredRuleOutcomeInference([target], [{ id: 'known', rule: stored }])
  return inference.infer(new Map([['known', verdict]]), evaluatePart).get(target)
}

describe('outcomes inferred from a stored membership', () => {
  test.each<[what: string, target: GroupRule, stored: GroupRule, met: string | undefined, notMet: string | undefined]>([
    ['the same condition', holds('5'), holds('5'), 'met', 'not-met'],
    [
      'the same condition with other token metadata',
      holds('5'),
      { ...holds('5'), token: { symbol: 'T', name: null, decimals: 18 } } as GroupRule,
      'met',
      'not-met',
    ],
    ['a lower amount', holds('1'), holds('5'), 'met', undefined],
    ['a higher amount', holds('9'), holds('5'), undefined, 'not-met'],
    ['an amount of another chain', { ...holds('1'), chain: '10' } as GroupRule, holds('5'), undefined, undefined],
    ['a part of "all"', holds('5'), { all: [holds('5'), name] }, 'met', undefined],
    ['a part of "any"', holds('5'), { any: [holds('5'), name] }, undefined, 'not-met'],
    ['a whole rule with parts', { all: [holds('5'), name] }, { all: [holds('5'), name] }, 'met', 'not-met'],
    ['a wallet list, which is evaluated directly', list, list, undefined, undefined],
  ])('covers %s', (_, target, stored, met, notMet) => {
    expect([infer(target, stored, 'met'), infer(target, stored, 'not-met')]).toEqual([met, notMet])
  })

  test('covers the only part that can explain the outcome of the whole', () => {
    const isListed = (part: GroupRule): GroupRuleOutcome => (part === list ? 'met' : 'unknown')
    expect(infer(holds('5'), { all: [list, holds('5')] }, 'not-met', isListed)).toBe('not-met')
    const isNotListed = (part: GroupRule): GroupRuleOutcome => (part === list ? 'not-met' : 'unknown')
    expect(infer(holds('5'), { any: [list, holds('5')] }, 'met', isNotListed)).toBe('met')
    expect(infer(holds('5'), { any: [list, holds('5')] }, 'met', isListed)).toBe(undefined)
  })

  test('come from the newest check if groups with the same condition disagree', () => {
    const groups = ['one', 'other'].map((id) => ({ id, rule: holds('5') }))
    const target = holds('5')
    const inference = createStoredRuleOutcomeInference([target], groups)
    const verdicts = { one: 'met', other: 'not-met' } as const
    const inferFrom = (...oldestFirst: ('one' | 'other')[]) =>
      inference.infer(new Map(oldestFirst.map((id) => [id, verdicts[id]])), () => 'unknown').get(target)
    expect([inferFrom('one', 'other'), inferFrom('other', 'one')]).toEqual(['not-met', 'met'])
  })

  test('are not looked up in groups whose rules have nothing in common', () => {
    const groups = [
      { id: 'related', rule: holds('1') },
      { id: 'unrelated', rule: name },
    ]
    expect(createStoredRuleOutcomeInference([holds('5')], groups).groupIds).toEqual(['related'])
  })
})
