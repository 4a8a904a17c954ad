// Whether what was found proves a wallet, and if not, every reason why.
import type {
  MessageInspectionResult,
  MessageSignatureFinding,
} from '@countersign/inspector/message-inspection-findings'
import { messageErrorCatalog } from '@countersign/message/message-error-catalog'
import type { TerminalColorizer } from './terminal-colors.ts'
import { escapeForTerminal } from './escape-for-terminal.ts'
import { signatureFlawTexts, signatureFormatTexts, messageValidityStateTexts } from './inspect-command-texts.ts'

/** The answer to "does it prove the wallet?", with the exit code that tells it to a script. */
export interface SignatureVerificationResult {
  outcome: 'proved' | 'not-proved' | 'undecidable'
  exitCode: 0 | 1 | 3
  /** Sentences; none where it is proved. */
  reasons: string[]
}

/** Judges the findings of a text with a signature. */
export function toSignatureVerificationResult(findings: MessageInspectionResult): SignatureVerificationResult {
  const errors = listMessageErrors(findings)
  const reasons = [...errors, ...listSignatureErrors(findings.signature, errors.length === 0)]
  if (reasons.length > 0) return { outcome: 'not-proved', exitCode: 1, reasons }
  if (findings.signature?.matches === true) return { outcome: 'proved', exitCode: 0, reasons }
  return {
    outcome: 'undecidable',
    exitCode: 3,
    reasons: [
      'The signature is likely that of a contract wallet: only its contract can say whether it is good (ERC-1271).',
    ],
  }
}

/** What is wrong with the message, whoever signed it. */
function listMessageErrors({ errors, time, origin }: MessageInspectionResult): string[] {
  const reasons: string[] = []
  const [first] = errors
  if (first !== undefined) reasons.push(`The message is malformed: ${messageErrorCatalog[first.code].message}`)
  if (time !== null && time.state !== 'valid')
    reasons.push(`The message is not valid at that moment: ${messageValidityStateTexts[time.state]}.`)
  if (origin?.matches === false) reasons.push(`The message is not for ${escapeForTerminal(origin.origin)}.`)
  return reasons
}

/**
 * What is wrong with the signature. A contract may accept any bytes at all, so that nothing is wrong with those of one.
 * @param isSound whether nothing is wrong with the message: only then could its contract's answer prove anything
 */
function listSignatureErrors(signature: MessageSignatureFinding | null, isSound: boolean): string[] {
  if (signature === null) return ['There is no signature.']
  if (signature.likelyContract && signature.matches !== true) return []
  // The upper form of a signature is refused as by the server: anyone can make it of the lower one (EIP-2). Another way of
  // writing the same bytes or the same v proves as much.
  if (signature.matches === true) return signature.flaws.includes('high-s') ? [signatureFlawTexts['high-s']] : []
  if (signature.form === 'not-hexadecimal') return ['The signature is not 0x and pairs of hexadecimal digits.']
  if (!ethereumSignatureForms.includes(signature.form)) return listFlawReasons(signature)
  const reasons = [
    ...(signature.flaws.includes('high-s') ? [signatureFlawTexts['high-s']] : []),
    signature.signer === null
      ? 'The signature cannot be that of a key.'
      : `The signature is that of ${escapeForTerminal(signature.signer)}, or of another text.`,
  ]
  return isSound ? [...reasons, contractHint(signature)] : reasons
}

/** Of Solana and Bitcoin, where no contract can be asked: the one reason. */
function listFlawReasons({ form, flaws }: MessageSignatureFinding): string[] {
  if (form.startsWith('not-')) return [`The signature is ${signatureFormatTexts[form]}.`]
  return flaws.length === 0
    ? ['The signature is that of another address, or of another text.']
    : flaws.map((flaw) => signatureFlawTexts[flaw])
}

const ethereumSignatureForms: readonly MessageSignatureFinding['form'][] = ['plain', 'compact', 'wrapped', 'other']

/** A contract wallet answers for its owners, whose addresses are not its own; and what it takes for a signature is its affair. */
const contractHint = ({ signer }: MessageSignatureFinding): string =>
  `If the address in the message is a contract wallet${signer === null ? '' : ' with that owner'}, its contract would have to be asked: only it can say whether the signature is good (ERC-1271).`

/** The first lines of the report. */
export function formatSignatureVerificationResult(
  { outcome, reasons }: SignatureVerificationResult,
  paint: TerminalColorizer,
): string {
  if (outcome === 'proved') return paint('good', 'Proved: the wallet that the message names has signed it.')
  const [tone, head] =
    outcome === 'undecidable' ? (['warning', 'Cannot be decided here.'] as const) : (['error', 'Not proved.'] as const)
  return [paint(tone, head), ...reasons.map((reason) => `  ${reason}`)].join('\n')
}
