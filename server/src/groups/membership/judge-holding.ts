// Whether one wallet holds enough of something, itself or by what a vault has delegated to it.
import type { Answer, Block, Question } from '@countersign/proof/chain-reader'
import { askDelegations, readDelegated } from './delegations.ts'
import type { Delegated } from './delegations.ts'
import { askHolding, silenceOf, wantedOf } from './holdings.ts'
import type { Ask, Holding, TokenHolding } from './holdings.ts'
import type { Look, Met, RuleContext } from './verdict.ts'

/** What was read of one question; what was not read yet is wanted. */
export function lookOrWant(
  chain: string,
  question: Question,
  { look, want }: RuleContext,
): Exclude<ReturnType<Look>, undefined> {
  const seen = look(chain, question)
  if (seen !== undefined) return seen
  want(chain, question)
  return { unavailable: 'the chain was not asked' }
}

type Counted = { count: bigint; answers: Answer[]; block: Block | null } | { unavailable: string }

/** How much an address holds; all questions of it are wanted at once. */
export function lookCount(chain: string, { questions, count }: Ask, context: RuleContext): Counted {
  const seen = questions.map((question) => lookOrWant(chain, question, context))
  const answers: Answer[] = []
  for (const one of seen) {
    if ('unavailable' in one) return one
    answers.push(one.answer)
  }
  const [first] = seen
  return { count: count(answers), answers, block: first !== undefined && 'block' in first ? first.block : null }
}

/** @param address of the wallet, in lower case */
export function holdsEnough(address: string, holding: Holding, context: RuleContext): Met {
  const own = holdsItself(address, holding, context)
  if (own.outcome === 'holds' || holding.type === 'native' || holding.delegated !== true) return own
  const lent = holdsByVault(address, holding, context)
  if (lent.outcome === 'holds') return lent
  return own.outcome === 'unknown' ? own : { ...lent, block: lent.block ?? own.block ?? null }
}

function holdsItself(address: string, holding: Holding, context: RuleContext): Met {
  const seen = lookCount(holding.chain, askHolding(holding, address), context)
  if ('unavailable' in seen) return { outcome: 'unknown', reason: seen.unavailable }
  const isOwners = holding.type === 'erc721' && ('tokenId' in holding || holding.tokenIds !== undefined)
  return {
    outcome: seen.count >= wantedOf(holding) ? 'holds' : 'not',
    reason: silenceOf(seen.answers, isOwners),
    block: seen.block,
  }
}

/**
 * A vault has to hold enough alone. Whoever it is, and whether it is a wallet here, is not asked: the delegation is its own word on the chain, and
 * it can take it back there at any time.
 */
function holdsByVault(address: string, holding: TokenHolding, context: RuleContext): Met {
  const registry = context.delegateRegistry(holding.chain)
  if (registry === null) return { outcome: 'not', reason: 'no delegate registry is read on this chain' }
  const seen = lookOrWant(holding.chain, askDelegations(registry, address), context)
  if ('unavailable' in seen) return { outcome: 'unknown', reason: seen.unavailable }
  const { answer, block } = seen
  const read = readDelegated(answer, holding, address)
  if ('tooMany' in read) return { outcome: 'unknown', reason: read.tooMany, block }
  if ('silent' in read) return { outcome: 'not', reason: read.silent, block }
  const ofVaults = [...Map.groupBy(read.found, ({ vault }) => vault)]
  const met = ofVaults.map(([vault, delegated]) => ({ vault, ...vaultHolds(delegated, holding, context) }))
  const good = met.find(({ outcome }) => outcome === 'holds')
  if (good !== undefined) return { outcome: 'holds', vault: good.vault, block: good.block ?? block }
  const open = met.find(({ outcome }) => outcome === 'unknown')
  return open === undefined ? { outcome: 'not', block } : { outcome: 'unknown', reason: open.reason ?? null, block }
}

/** Single tokens are added up; of whatever else was delegated, what is most counts, and each token is there once. */
function vaultHolds(delegated: readonly Delegated[], holding: TokenHolding, context: RuleContext): Met {
  let whole = 0n
  const single = new Map<bigint, bigint>()
  let block: Block | null = null
  let unavailable: string | null = null
  for (const { ask, tokenId, cap } of delegated) {
    const seen = lookCount(holding.chain, ask, context)
    if ('unavailable' in seen) {
      unavailable = seen.unavailable
      continue
    }
    block ??= seen.block
    const count = cap === null || seen.count < cap ? seen.count : cap
    if (tokenId === null) whole = count > whole ? count : whole
    else single.set(tokenId, count)
  }
  const most = [...single.values()].reduce((sum, count) => sum + count, 0n)
  if ((whole > most ? whole : most) >= wantedOf(holding)) return { outcome: 'holds', block }
  return unavailable === null ? { outcome: 'not', block } : { outcome: 'unknown', reason: unavailable, block }
}
