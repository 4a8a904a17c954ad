// The options by which the command line describes a group, and the rule that they stand for. What they cannot say, a file can.
import { readFileSync } from 'node:fs'
import { checkWholeGroup } from '../chain/groups/check-outside.ts'
import type { Unavailable } from '../chain/groups/complete-rule.ts'
import type { CheckedGroup } from '../chain/groups/definition.ts'
import type { Rule, SaidFault } from '../chain/groups/rule.ts'
import type { Chains } from '../platform/chain-settings.ts'
import { JsonFault, parseStrictJson } from '../platform/strict-json.ts'
import { readWalletsFile } from './wallets-file.ts'

const one = { type: 'string' } as const
const several = { type: 'string', multiple: true } as const

export const groupOptions = {
  description: one,
  wallets: several,
  'wallets-file': several,
  erc20: several,
  erc721: several,
  erc1155: several,
  native: several,
  sum: several,
  'name-under': several,
  delegated: { type: 'boolean' },
  'none-of': several,
  'none-of-file': several,
  match: one,
  rule: one,
} as const

type Given = Partial<Record<keyof typeof groupOptions, string | string[] | boolean | undefined>>

const explanations = [
  ['--description TEXT', 'what it is for, for operators; an empty text takes it back'],
  ['--wallets WALLETS', 'one of these: 0x… for a plain key, eip155:CHAIN:0x… for a contract wallet'],
  ['--wallets-file FILE', 'the same from a file: one a line, or a column of a table (CSV), with # comments'],
  ['--erc20 CHAIN:CONTRACT:AMOUNT', 'at least so much of a token: "1.5 USDC", or a whole number of its smallest unit'],
  [
    '--erc721 CHAIN:CONTRACT[:COUNT]',
    'at least so many (1) of a collection; CHAIN:CONTRACT:#5,10-20 for one of these numbers',
  ],
  ['--erc1155 CHAIN:CONTRACT:NUMBERS[:AMOUNT]', 'at least so many (1) of this number, or of these together: 5,10-20'],
  ['--native CHAIN:AMOUNT', 'at least so much of the coin of a chain: "0.1 ETH"'],
  ['--sum AMOUNT:CHAIN:CONTRACT,CHAIN,…', 'at least so much together, over all wallets and these tokens and coins'],
  ['--delegated', 'of tokens, what others have delegated to a wallet counts as well (delegate.xyz)'],
  ['--name-under NAME', 'a name (ENS) under this one'],
  ['--match any|all', 'where there are several conditions: one of them (any), or each'],
  ['--none-of WALLETS', 'and none of these wallets, now or before; --none-of-file FILE for a list'],
  ['--rule FILE', 'the whole rule as JSON, instead of all these (docs/guides/groups.md)'],
] as const

/** A chain is named by its id or its name, a contract by its address or its name (ENS). */
export const groupOptionsHelp = explanations.map(([option, about]) => `  ${option.padEnd(42)} ${about}`).join('\n')

/** Numbers of a collection: 5,10-20, with # before each as one likes. One alone is written alone. */
function numbersOf(text: string): { tokenId: string } | { tokenIds: unknown[] } {
  const entries = text.split(',').map((entry) => {
    const [from = '', to] = entry
      .trim()
      .split(/-(.*)/s)
      .map((number) => number.trim().replace(/^#/, ''))
    return to === undefined ? from : { from, to }
  })
  const [first] = entries
  return entries.length === 1 && typeof first === 'string' ? { tokenId: first } : { tokenIds: entries }
}

/** A condition of each option, from the parts of its text. What is wrong with a part is said by the check of the rule. */
type Parts = readonly (string | undefined)[]
const conditions: Readonly<Record<'erc20' | 'erc721' | 'erc1155' | 'native', (parts: Parts) => object>> = {
  erc20: ([chain, contract, atLeast]) => ({ type: 'erc20', chain, contract, atLeast }),
  erc721: ([chain, contract, last]) => {
    if (last?.startsWith('#')) return { type: 'erc721', chain, contract, ...numbersOf(last) }
    return { type: 'erc721', chain, contract, ...(last !== undefined && { atLeast: last }) }
  },
  erc1155: ([chain, contract, numbers = '', atLeast]) => ({
    type: 'erc1155',
    chain,
    contract,
    ...numbersOf(numbers),
    ...(atLeast !== undefined && { atLeast }),
  }),
  native: ([chain, atLeast]) => ({ type: 'native', chain, atLeast }),
}
const mostParts = { erc20: 3, erc721: 3, erc1155: 4, native: 2 } as const

/** AMOUNT:PLACES, each place a chain, or a chain and a contract. */
function readSum(text: string): object {
  const [atLeast, places = ''] = text.split(/:(.*)/s)
  const of = places.split(',').map((place) => {
    const [chain, contract] = place.split(/:(.*)/s).map((part) => part.trim())
    return contract === undefined ? { chain } : { chain, contract }
  })
  return { type: 'sum', of, atLeast }
}

/** The wallets of an option and of its files; null where neither is there. */
function readLists(given: Given, option: 'wallets' | 'none-of', faults: SaidFault[]): object | null {
  const [texts, files] = [listOf(given[option]), listOf(given[`${option}-file`])]
  if (texts.length === 0 && files.length === 0) return null
  const wallets = texts.flatMap((text) => text.split(/[\s,]+/)).filter((word) => word !== '')
  for (const file of files) {
    const read = readWalletsFile(file, `--${option}-file`)
    if ('faults' in read) faults.push(...read.faults)
    else wallets.push(...read.wallets)
  }
  return { type: 'wallets', wallets }
}

/** The conditions that options stand for, but for those that nobody may meet. */
function readConditions(given: Given, faults: SaidFault[]): object[] {
  const all: object[] = []
  const list = readLists(given, 'wallets', faults)
  if (list !== null) all.push(list)
  const extra = given.delegated === true ? { delegated: true } : {}
  for (const type of ['erc20', 'erc721', 'erc1155', 'native'] as const) {
    for (const text of listOf(given[type])) {
      const parts = text.split(':')
      if (parts.length > mostParts[type]) faults.push({ path: `--${type}`, message: `"${text}" has a part too many` })
      all.push({ ...conditions[type](parts), ...(type !== 'native' && extra) })
    }
  }
  for (const text of listOf(given.sum)) all.push(readSum(text))
  for (const under of listOf(given['name-under'])) all.push({ type: 'name', under })
  return all
}

/** The rule that options stand for; null where they say nothing of one. */
export function readRuleOptions(given: Given): { rule: unknown } | { faults: SaidFault[] } | null {
  const faults: SaidFault[] = []
  const all = readConditions(given, faults)
  const none = readLists(given, 'none-of', faults)
  const { match, rule } = given
  if (match !== undefined && match !== 'any' && match !== 'all')
    faults.push({ path: '--match', message: 'must be "any" or "all"' })
  if (rule !== undefined) {
    if (all.length > 0 || none !== null || match !== undefined)
      return { faults: [{ path: '--rule', message: 'must not stand beside other conditions' }] }
    return readRuleFile(String(rule))
  }
  if (all.length === 0 && none !== null)
    faults.push({ path: '--none-of', message: 'needs a condition beside it that says what somebody must have' })
  if (given.delegated === true && !all.some((condition) => 'delegated' in condition))
    faults.push({ path: '--delegated', message: 'needs a token: --erc20, --erc721 or --erc1155' })
  if (faults.length > 0) return { faults }
  const [only] = all
  if (only === undefined)
    return match === undefined ? null : { faults: [{ path: '--match', message: 'needs conditions to join' }] }
  if (match === 'all') return { rule: all.length === 1 && none === null ? only : { all: [...all, ...nones(none)] } }
  const some = all.length === 1 ? only : { any: all }
  return { rule: none === null ? some : { all: [some, ...nones(none)] } }
}

const nones = (list: object | null): object[] => (list === null ? [] : [{ none: [list] }])

const listOf = (value: string | string[] | boolean | undefined): string[] =>
  value === undefined || typeof value === 'boolean' ? [] : [value].flat()

function readRuleFile(path: string): { rule: unknown } | { faults: SaidFault[] } {
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
