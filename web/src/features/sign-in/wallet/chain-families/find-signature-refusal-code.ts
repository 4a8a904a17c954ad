// Finds out why a Solana or Bitcoin signature was refused, since the server gives no reason.
import type { SignatureFlaw } from '@countersign/inspector/message-inspection-findings'
import { inspectMessageSignature } from '@countersign/inspector/inspect-message-signature'

const refusalCodesByFlaw: Readonly<Partial<Record<SignatureFlaw, string>>> = {
  off_curve: 'signature.off_curve',
  timelock: 'signature.timelock',
  script_unknown: 'signature.script_unknown',
  legacy_for_segwit: 'wallet.old_signature',
  simple_not_allowed: 'signature.other_kind',
  form_unclear: 'signature.other_kind',
  proof_of_funds: 'signature.other_kind',
}

export function findSignatureRefusalCode(text: string, signature: string): string | null {
  const [flaw] = inspectMessageSignature(signature, text).flaws
  return (flaw && refusalCodesByFlaw[flaw]) ?? null
}
