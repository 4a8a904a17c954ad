// The options by which the command line describes a group, and the rule that they stand for. What they cannot say, a file can.
import { readFileSync } from 'node:fs'
import { checkWholeGroup } from '../chain/groups/check-outside.ts'
import type { Unavailable } from '../chain/groups/complete-rule.ts'
import type { CheckedGroup } from '../chain/groups/definition.ts'
import type { Rule, RuleFault } from '../chain/groups/rule.ts'
import type { Chains } from '../platform/chain-settings.ts'
import { JsonFault, parseStrictJson } from '../platform/strict-json.ts'

const one = { type: 'string' } as const
const several = { type: 'string', multiple: true } as const

export const groupOptions = {
  description: one,
  wallets: several,
  erc20: several,
  erc721: several,
  erc1155: several,
  'name-under': several,
  match: one,
  rule: one,
} as const

type Given = Partial<Record<keyof typeof groupOptions, string | string[] | undefined>>

const explanations = [
  ['--description TEXT', 'what it is for, for operators; an empty text takes it back'],
  ['--wallets WALLETS', 'one of these: 0x… for a plain key, eip155:CHAIN:0x… for a contract wallet'],
  ['--erc20 CHAIN:CONTRACT:AMOUNT', 'at least so much of a token, in its smallest unit'],
  ['--erc721 CHAIN:CONTRACT[:COUNT]', 'at least so many (1) of a collection; CHAIN:CONTRACT:#NUMBER for one of it'],
  ['--erc1155 CHAIN:CONTRACT:NUMBER[:AMOUNT]', 'at least so many (1) of this number'],
  ['--name-under NAME', 'a name (ENS) under this one'],
  ['--match any|all', 'where there are several conditions: one of them (any), or each'],
  ['--rule FILE', 'the whole rule as JSON, instead of all these (docs/guides/groups.md)'],
] as const

export const groupOptionsHelp = explanations.map(([option, about]) => `  ${option.padEnd(42)} ${about}`).join('\n')

/** A condition of each option, from the parts of its text. What is wrong with a part is said by the check of the rule. */
const conditions: Readonly<Record<'erc20' | 'erc721' | 'erc1155', (parts: readonly (string | undefined)[]) => object>> =
  {
    erc20: ([chain, contract, atLeast]) => ({ type: 'erc20', chain, contract, atLeast }),
    erc721: ([chain, contract, last]) => {
      if (last?.startsWith('#')) return { type: 'erc721', chain, contract, tokenId: last.slice(1) }
      return { type: 'erc721', chain, contract, ...(last !== undefined && { atLeast: last }) }
    },
    erc1155: ([chain, contract, tokenId, atLeast]) => ({
      type: 'erc1155',
      chain,
      contract,
      tokenId,
      ...(atLeast !== undefined && { atLeast }),
    }),
  }
const mostParts = { erc20: 3, erc721: 3, erc1155: 4 } as const

/** The rule that options stand for; null where they say nothing of one. */
export function readRuleOptions(given: Given): { rule: unknown } | { faults: RuleFault[] } | null {
  const all: object[] = []
  const faults: RuleFault[] = []
  const wallets = listOf(given.wallets)
    .flatMap((text) => text.split(/[\s,]+/))
    .filter((word) => word !== '')
  if (given.wallets !== undefined) all.push({ type: 'wallets', wallets })
  for (const type of ['erc20', 'erc721', 'erc1155'] as const) {
    for (const text of listOf(given[type])) {
      const parts = text.split(':')
      if (parts.length > mostParts[type]) faults.push({ path: `--${type}`, message: `"${text}" has a part too many` })
      all.push(conditions[type](parts))
    }
  }
  for (const under of listOf(given['name-under'])) all.push({ type: 'name', under })
  if (given.match !== undefined && given.match !== 'any' && given.match !== 'all')
    faults.push({ path: '--match', message: 'must be "any" or "all"' })
  if (given.rule !== undefined) {
    if (all.length > 0 || given.match !== undefined)
      return { faults: [{ path: '--rule', message: 'must not stand beside other conditions' }] }
    return readRuleFile(String(given.rule))
  }
  if (faults.length > 0) return { faults }
  if (all.length === 0)
    return given.match === undefined ? null : { faults: [{ path: '--match', message: 'needs conditions to join' }] }
  return { rule: all.length === 1 ? all[0] : { [given.match === 'all' ? 'all' : 'any']: all } }
}

const listOf = (value: string | string[] | undefined): string[] => (value === undefined ? [] : [value].flat())

function readRuleFile(path: string): { rule: unknown } | { faults: RuleFault[] } {
  try {
    return { rule: parseStrictJson(readFileSync(path, 'utf8')) }
  } catch (error) {
    return {
      faults: [
        {
          path: '--rule',
          message: error instanceof JsonFault ? `the file ${path} is not JSON` : `the file ${path} cannot be read`,
        },
      ],
    }
  }
}

/**
 * Makes a definition from options.
 * @param before what the options are added to; a rule in it stays valid as it is
 * @param chains those that are configured: a rule that needs another would let in nobody
 */
export async function completeGroup(
  before: Record<string, unknown> & { rule?: Rule },
  given: Given,
  chains: Chains,
): Promise<CheckedGroup | Unavailable> {
  const read = readRuleOptions(given)
  if (read !== null && 'faults' in read) return { outcome: 'faulty', faults: read.faults }
  return checkWholeGroup(
    {
      ...before,
      ...(given.description !== undefined && { description: given.description === '' ? null : given.description }),
      ...read,
    },
    chains,
    before.rule ?? null,
  )
}
