// Whether the contract of a wallet still stands behind what was last signed for it (ERC-1271).
import { isErc1271CallAccepted, encodeIsValidSignatureCall } from '@countersign/proof/verify-contract-signature'
import { getOrRequestContractCallAnswer } from './check-wallet-holding.ts'
import type { GroupRuleConditionResult, GroupRuleEvaluationContext } from './group-rule-evaluation.ts'
import type { GroupRuleWallet } from './group-wallet-list-entry-notation.ts'

/** A contract wallet is somebody's only as long as its contract accepts what they signed: its owners can have changed since (THREATS S8). */
export function recheckContractWalletProofForGroup(
  { proof, address }: GroupRuleWallet,
  context: GroupRuleEvaluationContext,
): GroupRuleConditionResult {
  if (proof === null) return { outcome: 'met' }
  const seen = getOrRequestContractCallAnswer(
    proof.chain,
    encodeIsValidSignatureCall(proof.message, proof.signature, address),
    context,
  )
  if ('unavailable' in seen) return { outcome: 'unknown', reason: seen.unavailable }
  const { answer, block } = seen
  // What is final can be older than the proof, which the contract has accepted since.
  const isOlder = BigInt(block.number) < BigInt(proof.verifiedBlock)
  // Whoever is not deployed yet cannot have changed its owners (ERC-6492).
  const stands =
    isOlder ||
    (answer.outcome === 'no-code'
      ? proof.method === 'erc6492'
      : isErc1271CallAccepted(answer, { allowDelegates: context.allowsDelegates(proof.chain) }))
  return stands
    ? { outcome: 'met' }
    : { outcome: 'not-met', reason: 'its contract does not accept any more what was signed for it', block }
}
