// Decides whether the findings prove control of a wallet, and lists the reasons if they do not.
import type {
  MessageInspectionResult,
  MessageSignatureFinding,
} from '@countersign/inspector/message-inspection-findings'
import { messageErrorCatalog } from '@countersign/message/message-error-catalog'
import type { TerminalColorizer } from './terminal-colors.ts'
import { escapeForTerminal } from './escape-for-terminal.ts'
import { signatureFlawTexts, signatureFormatTexts, messageValidityStateTexts } from './inspect-command-texts.ts'

export interface SignatureVerificationResult {
  outcome: 'proved' | 'not-proved' | 'undecidable'
  exitCode: 0 | 1 | 3
  reasons: string[]
}

export function toSignatureVerificationResult(findings: MessageInspectionResult): SignatureVerificationResult {
  const errors = listMessageErrors(findings)
  const reasons = [...errors, ...listSignatureErrors(findings.signature, errors.length === 0)]
  if (reasons.length > 0) return { outcome: 'not-proved', exitCode: 1, reasons }
  if (findings.signature?.matches === true) return { outcome: 'proved', exitCode: 0, reasons }
  return {
    outcome: 'undecidable',
    exitCode: 3,
    reasons: ['The signature is probably from a contract wallet: only its contract can verify it (ERC-1271).'],
  }
}

function listMessageErrors({ errors, time, origin }: MessageInspectionResult): string[] {
  const reasons: string[] = []
  const [first] = errors
  if (first !== undefined) reasons.push(`The message is malformed: ${messageErrorCatalog[first.code].message}`)
  if (time !== null && time.state !== 'valid')
    reasons.push(`The message is not valid at that time: ${messageValidityStateTexts[time.state]}.`)
  if (origin?.matches === false) reasons.push(`The message is not for ${escapeForTerminal(origin.origin)}.`)
  return reasons
}

/** `isSound` means that the message is valid, because a contract may accept any bytes. */
function listSignatureErrors(signature: MessageSignatureFinding | null, isSound: boolean): string[] {
  if (signature === null) return ['The signature is missing.']
  if (signature.likelyContract && signature.matches !== true) return []
  // As on the server, high-s signatures are refused, because anyone can derive them (EIP-2).
  if (signature.matches === true) return signature.flaws.includes('high-s') ? [signatureFlawTexts['high-s']] : []
  if (signature.form === 'not-hexadecimal') return ['The signature is not 0x followed by pairs of hexadecimal digits.']
  if (!ethereumSignatureForms.includes(signature.form)) return listFlawReasons(signature)
  const reasons = [
    ...(signature.flaws.includes('high-s') ? [signatureFlawTexts['high-s']] : []),
    signature.signer === null
      ? 'The signature cannot be from a key.'
      : `The signature is from ${escapeForTerminal(signature.signer)}, or was made for another text.`,
  ]
  return isSound ? [...reasons, contractHint(signature)] : reasons
}

function listFlawReasons({ form, flaws }: MessageSignatureFinding): string[] {
  if (form.startsWith('not-')) return [`The signature is ${signatureFormatTexts[form]}.`]
  return flaws.length === 0
    ? ['The signature is from another address, or was made for another text.']
    : flaws.map((flaw) => signatureFlawTexts[flaw])
}

const ethereumSignatureForms: readonly MessageSignatureFinding['form'][] = ['plain', 'compact', 'wrapped', 'other']

const contractHint = ({ signer }: MessageSignatureFinding): string =>
  `If the address in the message is a contract wallet${signer === null ? '' : ' with that owner'}, only its contract can verify the signature (ERC-1271).`

export function formatSignatureVerificationResult(
  { outcome, reasons }: SignatureVerificationResult,
  paint: TerminalColorizer,
): string {
  if (outcome === 'proved') return paint('good', 'Proved: the wallet in the message signed it.')
  const [tone, head] =
    outcome === 'undecidable' ? (['warning', 'Cannot be decided here.'] as const) : (['error', 'Not proved.'] as const)
  return [paint(tone, head), ...reasons.map((reason) => `  ${reason}`)].join('\n')
}
