// Whether a rule holds for the wallets of somebody, part by part, by what was read so far. Three answers: it holds, it does not, or
// nobody knows yet. What the known parts decide is decided.
import type { Answer, Block, Question } from '@countersign/proof/chain-reader'
import { toChecksumAddress } from '@countersign/message'
import { askHolding, isHeld, silenceOf } from './holdings.ts'
import type { Holding } from './holdings.ts'
import type { Condition, Rule } from './rule.ts'
import { countsOn, namesInLists } from './wallet-list.ts'
import type { HeldWallet } from './wallet-list.ts'

export type Outcome = 'holds' | 'not' | 'unknown'

/** What became of one part of a rule, and why. */
export interface Verdict {
  rule: Rule
  outcome: Outcome
  /** The wallet that meets the condition. */
  wallet: HeldWallet | null
  /** The block at which its chain was read. */
  block: Block | null
  /** Why not, in words of a terminal. */
  reason: string | null
  parts: Verdict[]
}

/** What was read of a chain; a reason where it cannot be read, undefined where that was not tried. */
export type Look = (chain: string, question: Question) => { answer: Answer; block: Block } | { unavailable: string } | undefined

export interface JudgeContext {
  look: Look
  /** Is told every question whose answer would matter. */
  want: (chain: string, question: Question) => void
  /** A name that was read before this moment is not known any more. */
  namesSince: number
}

/** @returns the verdict on a rule and on each of its parts */
export function judge(rule: Rule, wallets: readonly HeldWallet[], context: JudgeContext): Verdict {
  if ('all' in rule) {
    const parts = rule.all.map((part) => judge(part, wallets, context))
    return joined(rule, parts, parts.some(is('not')) ? 'not' : parts.some(is('unknown')) ? 'unknown' : 'holds')
  }
  if ('any' in rule) {
    const parts = rule.any.map((part) => judge(part, wallets, context))
    return joined(rule, parts, parts.some(is('holds')) ? 'holds' : parts.some(is('unknown')) ? 'unknown' : 'not')
  }
  return judgeCondition(rule, wallets, context)
}

const is = (outcome: Outcome) => (verdict: Verdict): boolean => verdict.outcome === outcome

const joined = (rule: Rule, parts: Verdict[], outcome: Outcome): Verdict => ({ rule, outcome, wallet: null, block: null, reason: null, parts })

type Found = Partial<Pick<Verdict, 'wallet' | 'block' | 'reason'>>

const verdict = (rule: Rule, outcome: Outcome, found: Found = {}): Verdict => ({ rule, outcome, wallet: null, block: null, reason: null, parts: [], ...found })

function judgeCondition(condition: Condition, wallets: readonly HeldWallet[], context: JudgeContext): Verdict {
  if (condition.type === 'wallets') return judgeList(condition, wallets)
  if (condition.type === 'name') return judgeName(condition, wallets, context)
  return judgeHolding(condition, wallets, context)
}

function judgeList(condition: Extract<Condition, { type: 'wallets' }>, wallets: readonly HeldWallet[]): Verdict {
  const listed = new Set(condition.wallets)
  const wallet = wallets.find((held) => namesInLists(held).some((name) => listed.has(name)))
  return wallet === undefined ? verdict(condition, 'not', { reason: 'none of the wallets is in the list' }) : verdict(condition, 'holds', { wallet })
}

function judgeName(condition: Extract<Condition, { type: 'name' }>, wallets: readonly HeldWallet[], { namesSince }: JudgeContext): Verdict {
  const ending = `.${condition.under}`
  const isKnown = ({ nameReadAt }: HeldWallet): boolean => nameReadAt !== null && nameReadAt >= namesSince
  const wallet = wallets.find((held) => isKnown(held) && held.name?.endsWith(ending) === true)
  if (wallet !== undefined) return verdict(condition, 'holds', { wallet })
  if (wallets.every(isKnown)) return verdict(condition, 'not', { reason: 'none of the wallets has such a name' })
  return verdict(condition, 'unknown', { reason: 'the names of the wallets were not read yet, or too long ago' })
}

function judgeHolding(holding: Holding, wallets: readonly HeldWallet[], { look, want }: JudgeContext): Verdict {
  const counting = wallets.filter((wallet) => countsOn(wallet, holding.chain))
  if (counting.length === 0) return verdict(holding, 'not', { reason: 'none of the wallets is on this chain' })
  let open: string | null = null
  let silence: string | null = null
  let block: Block | null = null
  for (const wallet of counting) {
    const question = askHolding(holding, wallet.address)
    const seen = look(holding.chain, question)
    if (seen === undefined) want(holding.chain, question)
    if (seen === undefined || 'unavailable' in seen) {
      open = seen?.unavailable ?? 'the chain was not asked'
      continue
    }
    block = seen.block
    if (isHeld(holding, wallet.address, seen.answer)) return verdict(holding, 'holds', { wallet, block })
    silence ??= silenceOf(seen.answer)
  }
  if (open !== null) return verdict(holding, 'unknown', { reason: open, block })
  return verdict(holding, 'not', { reason: silence ?? 'none of the wallets holds that much', block })
}

/** A condition as one line. */
export function describeCondition(condition: Condition): string {
  if (condition.type === 'wallets') return `one of ${condition.wallets.length} ${condition.wallets.length === 1 ? 'wallet' : 'wallets'}`
  if (condition.type === 'name') return `a name under ${condition.under}`
  const place = `of ${toChecksumAddress(condition.contract)} on chain ${condition.chain}`
  if (condition.type === 'erc20') return `at least ${condition.atLeast} ${place} (ERC-20)`
  if (condition.type === 'erc1155') return `at least ${condition.atLeast} of number ${condition.tokenId} ${place} (ERC-1155)`
  return 'tokenId' in condition ? `number ${condition.tokenId} ${place} (ERC-721)` : `at least ${condition.atLeast} ${place} (ERC-721)`
}
