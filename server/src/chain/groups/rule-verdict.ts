// Whether a rule holds for the wallets of somebody, part by part, by what was read so far. Three answers: it holds, it does not, or
// nobody knows yet. What the known parts decide is decided.
import type { Answer, Block, Question } from '@countersign/proof/chain-reader'
import { toChecksumAddress } from '@countersign/message'
import { accepts, questionOf } from '@countersign/proof/prove-contract'
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
export type Look = (
  chain: string,
  question: Question,
) => { answer: Answer; block: Block } | { unavailable: string } | undefined

export interface RuleContext {
  look: Look
  /** Is told every question whose answer would matter. */
  want: (chain: string, question: Question) => void
  /** Whether on this chain the contract that a key is delegated to may answer for it (EIP-7702). */
  allowsDelegates: (chain: string) => boolean
  /** A name that was read before this moment is not known any more. */
  namesSince: number
}

/** @returns the verdict on a rule and on each of its parts */
export function judgeRule(rule: Rule, wallets: readonly HeldWallet[], context: RuleContext): Verdict {
  if ('all' in rule) {
    const parts = rule.all.map((part) => judgeRule(part, wallets, context))
    return joined(rule, parts, parts.some(is('not')) ? 'not' : parts.some(is('unknown')) ? 'unknown' : 'holds')
  }
  if ('any' in rule) {
    const parts = rule.any.map((part) => judgeRule(part, wallets, context))
    return joined(rule, parts, parts.some(is('holds')) ? 'holds' : parts.some(is('unknown')) ? 'unknown' : 'not')
  }
  return judgeCondition(rule, wallets, context)
}

const is =
  (outcome: Outcome) =>
  (met: { outcome: Outcome }): boolean =>
    met.outcome === outcome

const joined = (rule: Rule, parts: Verdict[], outcome: Outcome): Verdict => ({
  rule,
  outcome,
  wallet: null,
  block: null,
  reason: null,
  parts,
})

type Found = Partial<Pick<Verdict, 'wallet' | 'block' | 'reason'>>

const verdict = (rule: Rule, outcome: Outcome, found: Found = {}): Verdict => ({
  rule,
  outcome,
  wallet: null,
  block: null,
  reason: null,
  parts: [],
  ...found,
})

/** What one wallet does for a condition. */
type Met = Pick<Verdict, 'outcome'> & Found

function judgeCondition(condition: Condition, wallets: readonly HeldWallet[], context: RuleContext): Verdict {
  if (condition.type === 'wallets') {
    const listed = new Set(condition.wallets)
    const isListed = (wallet: HeldWallet): Met => ({
      outcome: namesInLists(wallet).some((name) => listed.has(name)) ? 'holds' : 'not',
    })
    return judgeEach(condition, wallets, isListed, context, 'none of the wallets is in the list')
  }
  if (condition.type === 'name') {
    return judgeEach(
      condition,
      wallets,
      (wallet) => isNamed(wallet, condition.under, context),
      context,
      'none of the wallets has such a name',
    )
  }
  const counting = wallets.filter((wallet) => countsOn(wallet, condition.chain))
  if (counting.length === 0) return verdict(condition, 'not', { reason: 'none of the wallets is on this chain' })
  return judgeEach(
    condition,
    counting,
    (wallet) => holdsEnough(wallet, condition, context),
    context,
    'none of the wallets holds that much',
  )
}

/** One wallet that meets the condition, and stands behind its proof, is enough. */
function judgeEach(
  condition: Condition,
  wallets: readonly HeldWallet[],
  meets: (wallet: HeldWallet) => Met,
  context: RuleContext,
  otherwise: string,
): Verdict {
  const seen = wallets.map((wallet): Met & { wallet: HeldWallet } => {
    const met = meets(wallet)
    // Only where that decides: a contract of no use here could make the reading fail, and keep its person in by that (THREATS S3).
    const stands: Met = met.outcome === 'holds' ? standsBehindProof(wallet, context) : met
    return { ...met, ...(stands.outcome !== 'holds' && stands), wallet }
  })
  const block = seen.find((met) => met.block)?.block ?? null
  const good = seen.find(is('holds'))
  if (good !== undefined) return verdict(condition, 'holds', { wallet: good.wallet, block: good.block ?? block })
  const open = seen.find(is('unknown'))
  if (open !== undefined) return verdict(condition, 'unknown', { reason: open.reason ?? null, block })
  return verdict(condition, 'not', { reason: seen.find((met) => met.reason)?.reason ?? otherwise, block })
}

function isNamed({ name, nameReadAt }: HeldWallet, under: string, { namesSince }: RuleContext): Met {
  if (nameReadAt === null || nameReadAt < namesSince)
    return { outcome: 'unknown', reason: 'the names of the wallets were not read yet, or too long ago' }
  return { outcome: name?.endsWith(`.${under}`) === true ? 'holds' : 'not' }
}

function holdsEnough({ address }: HeldWallet, holding: Holding, context: RuleContext): Met {
  const seen = lookOrWant(holding.chain, askHolding(holding, address), context)
  if ('unavailable' in seen) return { outcome: 'unknown', reason: seen.unavailable }
  return {
    outcome: isHeld(holding, address, seen.answer) ? 'holds' : 'not',
    reason: silenceOf(seen.answer),
    block: seen.block,
  }
}

/** A contract wallet is somebody's only as long as its contract accepts what they signed: its owners can have changed since (THREATS S8). */
function standsBehindProof({ proof, address }: HeldWallet, context: RuleContext): Met {
  if (proof === null) return { outcome: 'holds' }
  const seen = lookOrWant(proof.chain, questionOf(proof.message, proof.signature, address), context)
  if ('unavailable' in seen) return { outcome: 'unknown', reason: seen.unavailable }
  const { answer, block } = seen
  // What is final can be older than the proof, which the contract has accepted since.
  const isOlder = BigInt(block.number) < BigInt(proof.provedAt)
  // Whoever is not deployed yet cannot have changed its owners (ERC-6492).
  const stands =
    isOlder ||
    (answer.outcome === 'no-code'
      ? proof.method === 'erc6492'
      : accepts(answer, { allowDelegates: context.allowsDelegates(proof.chain) }))
  return stands
    ? { outcome: 'holds' }
    : { outcome: 'not', reason: 'its contract does not accept any more what was signed for it', block }
}

function lookOrWant(
  chain: string,
  question: Question,
  { look, want }: RuleContext,
): Exclude<ReturnType<Look>, undefined> {
  const seen = look(chain, question)
  if (seen !== undefined) return seen
  want(chain, question)
  return { unavailable: 'the chain was not asked' }
}

/** A condition as one line. */
export function describeCondition(condition: Condition): string {
  if (condition.type === 'wallets')
    return `one of ${condition.wallets.length} ${condition.wallets.length === 1 ? 'wallet' : 'wallets'}`
  if (condition.type === 'name') return `a name under ${condition.under}`
  const place = `of ${toChecksumAddress(condition.contract)} on chain ${condition.chain}`
  if (condition.type === 'erc20') return `at least ${condition.atLeast} ${place} (ERC-20)`
  if (condition.type === 'erc1155')
    return `at least ${condition.atLeast} of number ${condition.tokenId} ${place} (ERC-1155)`
  return 'tokenId' in condition
    ? `number ${condition.tokenId} ${place} (ERC-721)`
    : `at least ${condition.atLeast} ${place} (ERC-721)`
}
