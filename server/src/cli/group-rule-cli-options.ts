// CLI options for group rules. Rules that the options cannot express need a file.
import type { Command } from 'commander'
import { maxWalletListFileBytes, parseWalletListFile } from '@countersign/api/parse-wallet-list-file'
import { readFileSync, statSync } from 'node:fs'
import type { GroupDefinitionError } from '../store/groups/group-rule-types.ts'
import { StrictJsonError, parseStrictJson } from '../platform/parse-strict-json.ts'
import { collectRepeatedOption } from './cli-command-actions.ts'

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
  [
    '--wallets <wallets>',
    'one of these wallets: 0x… for an ordinary key, eip155:CHAIN:0x… for a contract wallet; repeatable',
  ],
  [
    '--wallets-file <file>',
    'the same, read from a file: one wallet per line, or a column of a CSV file; # starts a comment',
  ],
  [
    '--erc20 <token>',
    'CHAIN:CONTRACT:AMOUNT: at least this much of a token, as "1.5 USDC" or as a whole number of its smallest unit; repeatable',
  ],
  [
    '--erc721 <tokens>',
    'CHAIN:CONTRACT[:COUNT]: at least COUNT tokens (default: 1) of a collection; CHAIN:CONTRACT:#5,10-20: one of these token IDs; repeatable',
  ],
  [
    '--erc1155 <tokens>',
    'CHAIN:CONTRACT:NUMBERS[:AMOUNT]: a total of at least AMOUNT tokens (default: 1) with these token IDs, such as 5,10-20; repeatable',
  ],
  ['--native <coin>', 'CHAIN:AMOUNT: at least this much of the native coin of a chain, such as "0.1 ETH"; repeatable'],
  [
    '--sum <tokens>',
    "AMOUNT:CHAIN:CONTRACT,CHAIN,…: a total of at least this much, across all of the person's wallets and all these tokens and coins; repeatable",
  ],
  ['--subname-of <name>', 'a subname of this ENS name; repeatable'],
  ['--none-of <wallets>', 'exclude anyone who has one of these wallets, now or in the past; repeatable'],
  ['--none-of-file <file>', 'the same, read from a file'],
] as const

export function addGroupRuleCliOptions(command: Command): Command {
  for (const [flags, about] of conditionOptions) command.option(flags, about, collectRepeatedOption)
  return command
    .option('--delegated', 'also count tokens that others have delegated to a wallet (delegate.xyz)')
    .option('--match <any|all>', 'whether any or all of the conditions must be met')
    .option('--rule <file>', 'the whole rule as JSON, instead of these options (docs/guides/groups.md)')
}

/** Format: `5,10-20`; each number may start with #. */
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

/** Format: `AMOUNT:PLACES`, where each place is `CHAIN` or `CHAIN:CONTRACT`. */
function parseSum(text: string): object {
  const [atLeast, places = ''] = text.split(/:(.*)/s)
  const of = places.split(',').map((place) => {
    const [chain, contract] = place.split(/:(.*)/s).map((part) => part.trim())
    return contract === undefined ? { chain } : { chain, contract }
  })
  return { type: 'sum', of, atLeast }
}

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

function parseConditions(given: GroupRuleCliOptions, errors: GroupDefinitionError[]): object[] {
  const all: object[] = []
  const list = loadWalletLists(given, 'wallets', errors)
  if (list !== null) all.push(list)
  const extra = given.delegated === true ? { delegated: true } : {}
  for (const type of ['erc20', 'erc721', 'erc1155', 'native'] as const) {
    for (const text of given[type] ?? []) {
      const parts = text.split(':')
      if (parts.length > maxParts[type]) errors.push({ path: `--${type}`, message: `"${text}" has too many parts` })
      all.push({ ...conditions[type](parts), ...(type !== 'native' && extra) })
    }
  }
  for (const text of given.sum ?? []) all.push(parseSum(text))
  for (const under of given.subnameOf ?? []) all.push({ type: 'name', under })
  return all
}

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
      return { errors: [{ path: '--rule', message: 'cannot be combined with other conditions' }] }
    return loadRuleFile(rule)
  }
  if (all.length === 0 && none !== null)
    errors.push({ path: '--none-of', message: 'needs another condition that says what a person must have' })
  if (given.delegated === true && !all.some((condition) => 'delegated' in condition))
    errors.push({ path: '--delegated', message: 'needs a token: --erc20, --erc721 or --erc1155' })
  if (errors.length > 0) return { errors }
  const [only] = all
  if (only === undefined)
    return match === undefined ? null : { errors: [{ path: '--match', message: 'needs conditions to combine' }] }
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
            error instanceof StrictJsonError ? `the file ${path} is not valid JSON` : `the file ${path} cannot be read`,
        },
      ],
    }
  }
}

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
            `line ${line} of ${path} contains no wallet: write 0x… for an ordinary key, or eip155:CHAIN:0x… for a contract wallet`,
        ),
    )
  }
  return wallets.length === 0 ? faulty(`the file ${path} contains no wallets`) : { wallets }
}
