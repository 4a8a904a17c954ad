// Why the signature of a Solana or Bitcoin key was refused. The server tells every caller the same, so this page finds it out by itself, with what
// the inspector reads signatures by: some of it the person can fix in their wallet, and is told how (proving.refusals).
import type { SignatureFlaw } from '@countersign/inspector/message-inspection-findings'
import { inspectMessageSignature } from '@countersign/inspector/inspect-message-signature'

/** What is wrong → the code whose words say what to do. Of everything else there is nothing to say but that it cannot be read. */
const refusalCodesByFlaw: Readonly<Partial<Record<SignatureFlaw, string>>> = {
  off_curve: 'signature.off_curve',
  timelock: 'signature.timelock',
  script_unknown: 'signature.script_unknown',
  legacy_for_segwit: 'wallet.old_signature',
  simple_not_allowed: 'signature.other_kind',
  form_unclear: 'signature.other_kind',
  proof_of_funds: 'signature.other_kind',
}

/** @returns the code; null where there is none that says more than the server did */
export function findSignatureRefusalCode(text: string, signature: string): string | null {
  const [flaw] = inspectMessageSignature(signature, text).flaws
  return (flaw && refusalCodesByFlaw[flaw]) ?? null
}
