// Checks whether exact balances, summed over wallets, tokens and chains, reach a threshold.
import type { ChainBlock } from '@countersign/proof/chain-reader'
import { formatTokenAmount } from './token-amount.ts'
import { createTokenBalanceQuery } from './token-balance-queries.ts'
import { getOrRequestTokenBalance } from './check-wallet-holding.ts'
import { getTokenContractKey } from '../../store/groups/group-rule-types.ts'
import type { BalanceSumCondition, BalanceSumSource } from '../../store/groups/group-rule-types.ts'
import { recheckContractWalletProofForGroup } from './recheck-contract-wallet-proof-for-group.ts'
import { createGroupRuleEvaluationResult } from './group-rule-evaluation.ts'
import type { GroupRuleEvaluationContext, GroupRuleEvaluationResult } from './group-rule-evaluation.ts'
import { isWalletHoldingCountedOnChain } from './group-wallet-list-entry-notation.ts'
import type { GroupRuleWallet } from './group-wallet-list-entry-notation.ts'

/** Amounts are in the smallest unit of the token with the most decimals. */
interface SummedBalances {
  keyTotal: bigint
  /** Largest first. A balance is included only while the proof of its contract wallet is valid. */
  contractBalances: { wallet: GroupRuleWallet; amount: bigint }[]
  block: ChainBlock | null
  unread: string | null
}

export function checkTokenBalanceSum(
  condition: BalanceSumCondition,
  wallets: readonly GroupRuleWallet[],
  context: GroupRuleEvaluationContext,
): GroupRuleEvaluationResult {
  const scale = Math.max(
    condition.atLeast.split('.')[1]?.length ?? 0,
    ...condition.of.map(({ token }) => token?.decimals ?? 0),
  )
  const [whole = '0', fraction = ''] = condition.atLeast.split('.')
  const wanted = BigInt(whole + fraction.padEnd(scale, '0'))
  const balances = readBalances(condition, wallets, scale, context)
  const { block, unread } = balances
  const { stood, open } = addContractBalances(balances, wanted, context)
  const reason = `the wallets hold ${formatTokenAmount(stood, scale)} in total`
  if (stood >= wanted) return createGroupRuleEvaluationResult(condition, 'met', { block, reason })
  const unknown = unread ?? open
  return unknown === null
    ? createGroupRuleEvaluationResult(condition, 'not-met', { block, reason })
    : createGroupRuleEvaluationResult(condition, 'unknown', { block, reason: unknown })
}

function readBalances(
  { of }: BalanceSumCondition,
  wallets: readonly GroupRuleWallet[],
  scale: number,
  context: GroupRuleEvaluationContext,
): SummedBalances {
  const balances: SummedBalances = { keyTotal: 0n, contractBalances: [], block: null, unread: null }
  const counted = new Set<string>()
  // A key takes precedence over a contract wallet with the same address.
  const inOrder = wallets.toSorted((one, other) => Number(one.proof !== null) - Number(other.proof !== null))
  for (const wallet of inOrder) {
    let amount = 0n
    for (const place of of) {
      const key = `${getTokenContractKey(place.chain, place.contract)} ${wallet.address}`
      if (!isWalletHoldingCountedOnChain(wallet, place.chain) || counted.has(key)) continue
      counted.add(key)
      const seen = getOrRequestTokenBalance(
        place.chain,
        createTokenBalanceQuery(place.contract, wallet.address),
        context,
      )
      if ('unavailable' in seen) balances.unread ??= seen.unavailable
      else {
        balances.block ??= seen.block
        amount += toFinestUnit(seen.count, place, scale)
      }
    }
    if (wallet.proof === null) balances.keyTotal += amount
    else if (amount > 0n) balances.contractBalances.push({ wallet, amount })
  }
  balances.contractBalances.sort((one, other) => (one.amount > other.amount ? -1 : 1))
  return balances
}

const toFinestUnit = (count: bigint, { token }: BalanceSumSource, scale: number): bigint =>
  count * 10n ** BigInt(scale - (token?.decimals ?? 0))

/** Rechecks no more proofs than needed, because each could fail the whole read (THREATS S3). */
function addContractBalances(
  { keyTotal, contractBalances }: SummedBalances,
  wanted: bigint,
  context: GroupRuleEvaluationContext,
): { stood: bigint; open: string | null } {
  const possible = contractBalances.reduce((sum, { amount }) => sum + amount, keyTotal)
  if (keyTotal >= wanted || possible < wanted) return { stood: keyTotal >= wanted ? keyTotal : possible, open: null }
  let [stood, hoped] = [keyTotal, keyTotal]
  let open: string | null = null
  for (const { wallet, amount } of contractBalances) {
    if (hoped >= wanted) break
    const met = recheckContractWalletProofForGroup(wallet, context)
    if (met.outcome === 'not-met') continue
    hoped += amount
    if (met.outcome === 'met') stood += amount
    else open ??= met.reason ?? null
  }
  return { stood, open: hoped >= wanted ? open : null }
}
