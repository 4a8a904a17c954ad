// Whether the contract of a wallet still stands behind what was last signed for it (ERC-1271).
import { accepts, questionOf } from '@countersign/proof/prove-contract'
import { lookOrWant } from './judge-holding.ts'
import type { Met, RuleContext } from './verdict.ts'
import type { HeldWallet } from './wallet-list.ts'

/** A contract wallet is somebody's only as long as its contract accepts what they signed: its owners can have changed since (THREATS S8). */
export function standsBehindProof({ proof, address }: HeldWallet, context: RuleContext): Met {
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
