// What a try of a node can find: a code each, and its words in English. The command line says them as they stand; the screens have sentences of
// their own for each, in each language. In the place of a reason stands one of those below.
import { fillTextTemplate } from './application-definition-errors.ts'
import type { TextTemplateValues } from './application-definition-errors.ts'

export const chainNodeErrorReasons = {
  timed_out: 'did not answer in time',
  connection_failed: 'could not be reached',
  too_large: 'answered more than is read',
  status: 'answered with an HTTP status that is not 200',
  malformed: 'answered what no node answers',
  error: 'answered with an error',
  wrong_chain: 'is a node of another chain',
  stale: 'has fallen behind its chain, or its clock is wrong',
  stale_final: 'has made no block final for too long',
  behind: 'has not reached a block that was believed before',
  no_block: 'does not have the block',
  too_little_gas: 'allows less gas than one question needs',
  disagreement: 'did not say the same, or too few of them answered',
  resting: 'is not asked for now, after several failures',
} as const

/** Why a node was of no use. */
export type ChainNodeErrorReason = keyof typeof chainNodeErrorReasons

export const englishChainNodeCheckTexts = {
  open_way:
    'plain http over the internet: whoever is on the way reads a key in the address, and can answer in the place of the node',
  chain: 'chain {chain}',
  chain_other: 'chain id: it is a node of chain {found}, not of {chain}',
  chain_failed: 'chain id: the node {reason}',
  newest: 'newest block {block}, {age} s old',
  newest_stale: 'newest block {block}, {age} s old: more than {most} s from the clock of this machine (staleSeconds)',
  newest_failed: 'newest block: the node {reason}',
  final: 'final block {block}, {age} s old',
  final_stale:
    'final block {block}, {age} s old: more than {most} s (finalStaleSeconds), so that groups cannot be read',
  final_failed: 'final block: the node {reason}',
  asks: 'asks contracts',
  asks_untried: 'asking contracts: not tried without a block',
  asks_no_code:
    'asking contracts: the node does not run the code of a contract that is not deployed (eth_call without "to")',
  asks_other: 'asking contracts: they run on chain {found}',
  asks_gas: 'asking contracts: the node allows less gas than {gas} (COUNTERSIGN_CHAIN_CALL_GAS is {most})',
  asks_failed: 'asking contracts: the node {reason}',
  speed: 'a reading takes {took} ms of the {most} ms that it may (COUNTERSIGN_CHAIN_READ_TIMEOUT_SECONDS)',
} as const

export type ChainNodeCheckCode = keyof typeof englishChainNodeCheckTexts

/** One thing that was found, told by its code. */
export interface ChainNodeCheckResult {
  code: ChainNodeCheckCode
  /** What stands in the places of the words: `reason` is a code too, and `status` the number that HTTP or JSON-RPC gave for it. */
  values: TextTemplateValues
}

/** Says what was found in the words of a language. */
export function formatChainNodeCheckResult(
  { code, values }: ChainNodeCheckResult,
  findings: Readonly<Record<ChainNodeCheckCode, string>>,
  reasons: Readonly<Record<ChainNodeErrorReason, string>>,
): string {
  const { reason, status } = values
  const why = reasons[reason as ChainNodeErrorReason] ?? ''
  return fillTextTemplate(findings[code], { ...values, reason: status === undefined ? why : `${why} (${status})` })
}
