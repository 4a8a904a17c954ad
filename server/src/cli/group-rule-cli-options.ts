// The options that describe the rule of a group. What they cannot say, a file can.
import type { Command } from 'commander'
import { maxWalletListFileBytes, parseWalletListFile } from '@countersign/api/parse-wallet-list-file'
import { readFileSync, statSync } from 'node:fs'
import type { GroupDefinitionError } from '../store/groups/group-rule-types.ts'
import { StrictJsonError, parseStrictJson } from '../platform/parse-strict-json.ts'
import { collectRepeatedOption } from './cli-command-actions.ts'

/** What commander makes of the options. */
export interface GroupRuleCliOptions {
  wallets?: string[]
  walletsFile?: string[]
  erc20?: string[]
  erc721?: string[]
  erc1155?: string[]
  native?: string[]
  sum?: string[]
  subnameOf?: string[]
  delegated?: true
  noneOf?: string[]
  noneOfFile?: string[]
  match?: string
  rule?: string
}

const conditionOptions = [
  ['--wallets <wallets>', 'one of these: 0x… for a plain key, eip155:CHAIN:0x… for a contract wallet; repeatable'],
  ['--wallets-file <file>', 'the same from a file: one per line, or a column of a CSV file, with # comments'],
  [
    '--erc20 <token>',
    'CHAIN:CONTRACT:AMOUNT: at least this much of a token: "1.5 USDC", or a whole number of its smallest unit; repeatable',
  ],
  [
    '--erc721 <tokens>',
    'CHAIN:CONTRACT[:COUNT]: at least this many (1) of a collection; CHAIN:CONTRACT:#5,10-20 for one of these numbers; repeatable',
  ],
  [
    '--erc1155 <tokens>',
    'CHAIN:CONTRACT:NUMBERS[:AMOUNT]: at least this many (1) of these numbers together: 5,10-20; repeatable',
  ],
  ['--native <coin>', 'CHAIN:AMOUNT: at least this much of the coin of a chain: "0.1 ETH"; repeatable'],
  [
    '--sum <tokens>',
    'AMOUNT:CHAIN:CONTRACT,CHAIN,…: at least this much together, over all wallets and these tokens and coins; repeatable',
  ],
  ['--subname-of <name>', 'a name (ENS) under this one; repeatable'],
  ['--none-of <wallets>', 'and none of these wallets, now or before; repeatable'],
  ['--none-of-file <file>', 'the same from a file'],
] as const

/** Adds the options to a command. A chain is named by its ID or its name, a contract by its address or its name (ENS). */
export function addGroupRuleCliOptions(command: Command): Command {
  for (const [flags, about] of conditionOptions) command.option(flags, about, collectRepeatedOption)
  return command
    .option('--delegated', 'tokens that others have delegated to a wallet count as well (delegate.xyz)')
    .option('--match <any|all>', 'with several conditions: one of them (any), or each (all)')
    .option('--rule <file>', 'the whole rule as JSON, instead of all these (docs/guides/groups.md)')
}

/** Numbers of a collection: 5,10-20, with # before each as one likes. One alone is written alone. */
function parseTokenIds(text: string): { tokenId: string } | { tokenIds: unknown[] } {
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
    if (last?.startsWith('#')) return { type: 'erc721', chain, contract, ...parseTokenIds(last) }
    return { type: 'erc721', chain, contract, ...(last !== undefined && { atLeast: last }) }
  },
  erc1155: ([chain, contract, numbers = '', atLeast]) => ({
    type: 'erc1155',
    chain,
    contract,
    ...parseTokenIds(numbers),
    ...(atLeast !== undefined && { atLeast }),
  }),
  native: ([chain, atLeast]) => ({ type: 'native', chain, atLeast }),
}
const maxParts = { erc20: 3, erc721: 3, erc1155: 4, native: 2 } as const

/** AMOUNT:PLACES, each place a chain, or a chain and a contract. */
function parseSum(text: string): object {
  const [atLeast, places = ''] = text.split(/:(.*)/s)
  const of = places.split(',').map((place) => {
    const [chain, contract] = place.split(/:(.*)/s).map((part) => part.trim())
    return contract === undefined ? { chain } : { chain, contract }
  })
  return { type: 'sum', of, atLeast }
}

/** The wallets of an option and of its files; null where neither is there. */
function loadWalletLists(
  given: GroupRuleCliOptions,
  option: 'wallets' | 'none-of',
  errors: GroupDefinitionError[],
): object | null {
  const [texts = [], files = []] =
    option === 'wallets' ? [given.wallets, given.walletsFile] : [given.noneOf, given.noneOfFile]
  if (texts.length === 0 && files.length === 0) return null
  const wallets = texts.flatMap((text) => text.split(/[\s,]+/)).filter((word) => word !== '')
  for (const file of files) {
    const read = loadWalletsFile(file, `--${option}-file`)
    if ('errors' in read) errors.push(...read.errors)
    else wallets.push(...read.wallets)
  }
  return { type: 'wallets', wallets }
}

/** The conditions that options stand for, but for those that nobody may meet. */
function parseConditions(given: GroupRuleCliOptions, errors: GroupDefinitionError[]): object[] {
  const all: object[] = []
  const list = loadWalletLists(given, 'wallets', errors)
  if (list !== null) all.push(list)
  const extra = given.delegated === true ? { delegated: true } : {}
  for (const type of ['erc20', 'erc721', 'erc1155', 'native'] as const) {
    for (const text of given[type] ?? []) {
      const parts = text.split(':')
      if (parts.length > maxParts[type]) errors.push({ path: `--${type}`, message: `"${text}" has a part too many` })
      all.push({ ...conditions[type](parts), ...(type !== 'native' && extra) })
    }
  }
  for (const text of given.sum ?? []) all.push(parseSum(text))
  for (const under of given.subnameOf ?? []) all.push({ type: 'name', under })
  return all
}

/** The rule that options stand for; null where they say nothing of one. */
export function parseGroupRuleCliOptions(
  given: GroupRuleCliOptions,
): { rule: unknown } | { errors: GroupDefinitionError[] } | null {
  const errors: GroupDefinitionError[] = []
  const all = parseConditions(given, errors)
  const none = loadWalletLists(given, 'none-of', errors)
  const { match, rule } = given
  if (match !== undefined && match !== 'any' && match !== 'all')
    errors.push({ path: '--match', message: 'must be "any" or "all"' })
  if (rule !== undefined) {
    if (all.length > 0 || none !== null || match !== undefined)
      return { errors: [{ path: '--rule', message: 'must not stand beside other conditions' }] }
    return loadRuleFile(rule)
  }
  if (all.length === 0 && none !== null)
    errors.push({ path: '--none-of', message: 'needs a condition beside it that says what somebody must have' })
  if (given.delegated === true && !all.some((condition) => 'delegated' in condition))
    errors.push({ path: '--delegated', message: 'needs a token: --erc20, --erc721 or --erc1155' })
  if (errors.length > 0) return { errors }
  const [only] = all
  if (only === undefined)
    return match === undefined ? null : { errors: [{ path: '--match', message: 'needs conditions to join' }] }
  if (match === 'all')
    return { rule: all.length === 1 && none === null ? only : { all: [...all, ...excludeList(none)] } }
  const some = all.length === 1 ? only : { any: all }
  return { rule: none === null ? some : { all: [some, ...excludeList(none)] } }
}

const excludeList = (list: object | null): object[] => (list === null ? [] : [{ none: [list] }])

function loadRuleFile(path: string): { rule: unknown } | { errors: GroupDefinitionError[] } {
  try {
    return { rule: parseStrictJson(readFileSync(path, 'utf8')) }
  } catch (error) {
    return {
      errors: [
        {
          path: '--rule',
          message:
            error instanceof StrictJsonError ? `the file ${path} is not JSON` : `the file ${path} cannot be read`,
        },
      ],
    }
  }
}

/**
 * Reads the wallets of a file.
 * @param option by which it was given, for the fault
 */
function loadWalletsFile(path: string, option: string): { wallets: string[] } | { errors: GroupDefinitionError[] } {
  const faulty = (...messages: string[]): { errors: GroupDefinitionError[] } => ({
    errors: messages.map((message) => ({ path: option, message })),
  })
  let text
  try {
    if (statSync(path).size > maxWalletListFileBytes)
      return faulty(`the file ${path} is larger than ${maxWalletListFileBytes} bytes`)
    text = readFileSync(path, 'utf8')
  } catch {
    return faulty(`the file ${path} cannot be read`)
  }
  const { wallets, wrongLines } = parseWalletListFile(text)
  if (wrongLines.length > 0) {
    return faulty(
      ...wrongLines
        .slice(0, 10)
        .map(
          (line) =>
            `line ${line} of ${path} has no wallet: 0x… for a plain key, eip155:CHAIN:0x… for a contract wallet`,
        ),
    )
  }
  return wallets.length === 0 ? faulty(`the file ${path} has no wallet`) : { wallets }
}
