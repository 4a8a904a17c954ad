// Whether what somebody's wallets hold comes to enough, added up over wallets, tokens and chains, each in its own unit, without rounding. The same
// address counts once at each place, and a contract wallet only while its contract stands behind its proof.
import type { Block } from '@countersign/proof/chain-reader'
import { formatAmount } from './amount.ts'
import { askBalance } from './holdings.ts'
import { lookCount } from './judge-holding.ts'
import { placeKey } from '../../store/groups/rule.ts'
import type { SumCondition, SumPlace } from '../../store/groups/rule.ts'
import { standsBehindProof } from './stands-behind.ts'
import { verdict } from './verdict.ts'
import type { RuleContext, Verdict } from './verdict.ts'
import { countsOn } from './wallet-list.ts'
import type { HeldWallet } from './wallet-list.ts'

/** What was read of balances. All amounts are in parts of the smallest unit of the finest place. */
interface Balances {
  /** Of plain keys, and of what nobody has to prove. */
  certain: bigint
  /** Of contract wallets, which count while they stand behind their proofs; the largest first. */
  ofContracts: { wallet: HeldWallet; amount: bigint }[]
  block: Block | null
  /** Why some of it could not be read. */
  unread: string | null
}

export function judgeSum(condition: SumCondition, wallets: readonly HeldWallet[], context: RuleContext): Verdict {
  const scale = Math.max(
    condition.atLeast.split('.')[1]?.length ?? 0,
    ...condition.of.map(({ token }) => token?.decimals ?? 0),
  )
  const [whole = '0', fraction = ''] = condition.atLeast.split('.')
  const wanted = BigInt(whole + fraction.padEnd(scale, '0'))
  const balances = readBalances(condition, wallets, scale, context)
  const { block, unread } = balances
  const { stood, open } = addUp(balances, wanted, context)
  const reason = `the wallets hold ${formatAmount(stood, scale)} together`
  if (stood >= wanted) return verdict(condition, 'holds', { block, reason })
  const unknown = unread ?? open
  return unknown === null
    ? verdict(condition, 'not', { block, reason })
    : verdict(condition, 'unknown', { block, reason: unknown })
}

function readBalances(
  { of }: SumCondition,
  wallets: readonly HeldWallet[],
  scale: number,
  context: RuleContext,
): Balances {
  const balances: Balances = { certain: 0n, ofContracts: [], block: null, unread: null }
  const counted = new Set<string>()
  // Where a key and a contract wallet have one address, what is there is the key's.
  const inOrder = wallets.toSorted((one, other) => Number(one.proof !== null) - Number(other.proof !== null))
  for (const wallet of inOrder) {
    let amount = 0n
    for (const place of of) {
      const key = `${placeKey(place.chain, place.contract)} ${wallet.address}`
      if (!countsOn(wallet, place.chain) || counted.has(key)) continue
      counted.add(key)
      const seen = lookCount(place.chain, askBalance(place.contract, wallet.address), context)
      if ('unavailable' in seen) balances.unread ??= seen.unavailable
      else {
        balances.block ??= seen.block
        amount += inFinest(seen.count, place, scale)
      }
    }
    if (wallet.proof === null) balances.certain += amount
    else if (amount > 0n) balances.ofContracts.push({ wallet, amount })
  }
  balances.ofContracts.sort((one, other) => (one.amount > other.amount ? -1 : 1))
  return balances
}

const inFinest = (count: bigint, { token }: SumPlace, scale: number): bigint =>
  count * 10n ** BigInt(scale - (token?.decimals ?? 0))

/**
 * Asks contracts to stand behind their proofs, the largest first and no more of them than are needed: one of no use could make the
 * reading fail, and keep its person in by that (THREATS S3).
 */
function addUp(
  { certain, ofContracts }: Balances,
  wanted: bigint,
  context: RuleContext,
): { stood: bigint; open: string | null } {
  const possible = ofContracts.reduce((sum, { amount }) => sum + amount, certain)
  if (certain >= wanted || possible < wanted) return { stood: certain >= wanted ? certain : possible, open: null }
  let [stood, hoped] = [certain, certain]
  let open: string | null = null
  for (const { wallet, amount } of ofContracts) {
    if (hoped >= wanted) break
    const met = standsBehindProof(wallet, context)
    if (met.outcome === 'not') continue
    hoped += amount
    if (met.outcome === 'holds') stood += amount
    else open ??= met.reason ?? null
  }
  return { stood, open: hoped >= wanted ? open : null }
}
