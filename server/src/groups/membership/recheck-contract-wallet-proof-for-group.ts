// Checks whether a wallet's contract still accepts its last proof (ERC-1271).
import { isErc1271CallAccepted, encodeIsValidSignatureCall } from '@countersign/proof/verify-contract-signature'
import { getOrRequestContractCallAnswer } from './check-wallet-holding.ts'
import type { GroupRuleConditionResult, GroupRuleEvaluationContext } from './group-rule-evaluation.ts'
import type { GroupRuleWallet } from './group-wallet-list-entry-notation.ts'

/** The owners of the contract may have changed since the proof was made (THREATS S8). */
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
  // A finalized block older than the proof cannot show whether the contract still accepts it.
  const isOlder = BigInt(block.number) < BigInt(proof.verifiedBlock)
  // The owners of an undeployed contract cannot have changed (ERC-6492).
  const stands =
    isOlder ||
    (answer.outcome === 'no-code'
      ? proof.method === 'erc6492'
      : isErc1271CallAccepted(answer, { allowDelegates: context.allowsDelegates(proof.chain) }))
  return stands
    ? { outcome: 'met' }
    : { outcome: 'not-met', reason: 'its contract no longer accepts the signature', block }
}
