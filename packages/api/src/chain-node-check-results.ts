// These texts are for the command line; the screens have translations.
import { fillTextTemplate } from './application-definition-errors.ts'
import type { TextTemplateValues } from './application-definition-errors.ts'

export const chainNodeErrorReasons = {
  timed_out: 'did not answer in time',
  connection_failed: 'could not be reached',
  too_large: 'answered with too much data',
  status: 'answered with an HTTP status other than 200',
  malformed: 'answered with a malformed response',
  error: 'answered with an error',
  wrong_chain: 'is a node of a different chain',
  stale: 'has fallen behind its chain, or its clock is wrong',
  stale_final: 'has not finalized a block recently enough',
  behind: 'is behind a block that this server has already accepted',
  no_block: 'does not have the block',
  too_little_gas: 'allows less gas than one call needs',
  disagreement: 'did not agree, or too few of them answered',
  resting: 'is temporarily not queried because it failed several times',
} as const

export type ChainNodeErrorReason = keyof typeof chainNodeErrorReasons

export const englishChainNodeCheckTexts = {
  open_way:
    'plain http over the internet: anyone on the network path can read a key in the URL, and can respond in place of the node',
  chain: 'chain {chain}',
  chain_other: 'chain ID: this is a node of chain {found}, not of {chain}',
  chain_failed: 'chain ID: the node {reason}',
  newest: 'newest block {block}, {age} s old',
  newest_stale:
    'newest block {block}, {age} s old: its time differs from the clock of this machine by more than {most} s (staleSeconds)',
  newest_failed: 'newest block: the node {reason}',
  final: 'finalized block {block}, {age} s old',
  final_stale:
    'finalized block {block}, {age} s old: this is more than {most} s (finalStaleSeconds), so groups cannot be read',
  final_failed: 'finalized block: the node {reason}',
  asks: 'contract calls work',
  asks_untried: 'contract calls: not tested, because no block was read',
  asks_no_code: 'contract calls: the node does not run the code of an undeployed contract (eth_call without "to")',
  asks_other: 'contract calls: the node runs them on chain {found}',
  asks_gas: 'contract calls: the node allows less than {gas} gas (COUNTERSIGN_CHAIN_CALL_GAS is {most})',
  asks_failed: 'contract calls: the node {reason}',
  speed: 'a chain read takes {took} ms of the allowed {most} ms (COUNTERSIGN_CHAIN_READ_TIMEOUT_SECONDS)',
} as const

export type ChainNodeCheckCode = keyof typeof englishChainNodeCheckTexts

export interface ChainNodeCheckResult {
  code: ChainNodeCheckCode
  /** `reason` is a code of `chainNodeErrorReasons`, and `status` is an HTTP or JSON-RPC code. */
  values: TextTemplateValues
}

export function formatChainNodeCheckResult(
  { code, values }: ChainNodeCheckResult,
  findings: Readonly<Record<ChainNodeCheckCode, string>>,
  reasons: Readonly<Record<ChainNodeErrorReason, string>>,
): string {
  const { reason, status } = values
  const why = reasons[reason as ChainNodeErrorReason] ?? ''
  return fillTextTemplate(findings[code], { ...values, reason: status === undefined ? why : `${why} (${status})` })
}
