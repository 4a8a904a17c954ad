// Checks a signature before it is submitted, because a wrong one would use up the challenge.
import { inspectMessageSignature } from '@countersign/inspector/inspect-message-signature'
import type { MessageSignatureFinding } from '@countersign/inspector/message-inspection-findings'
import { hasEthereumAddressPrefix } from '../../../ui/wallet-address-format.ts'
import { findSignatureRefusalCode } from '../wallet/chain-families/find-signature-refusal-code.ts'
import type { WalletMessageToSign } from '../wallet/wallet-proof-phases.ts'

/** The texts are in `manualSigning.signature.errors`. */
export type WrongSignatureError =
  | 'text_end'
  | 'text_lines'
  | 'other_signer'
  | 'other_key'
  | 'unaccepted'
  | 'form'
  | 'contract'

interface WrongSignature {
  readonly outcome: 'wrong'
  readonly error: WrongSignatureError
  /** The Ethereum address whose key signed; null if unknown. */
  readonly signer: string | null
  /** Only the chain can show whether a contract accepts this signature. */
  readonly mayBeContract: boolean
}

type SignatureCheckResult =
  | { readonly outcome: 'submit' }
  | WrongSignature
  /** The texts are in `proving.refusals`. */
  | { readonly outcome: 'refusal'; readonly code: string }

type MessageToCheck = Pick<WalletMessageToSign, 'text' | 'address' | 'chainName'>

const createWrongSignature = (
  error: WrongSignatureError,
  mayBeContract = false,
  signer: string | null = null,
): WrongSignature => ({ outcome: 'wrong', error, signer, mayBeContract })

export function checkPastedSignature(message: MessageToCheck, signature: string): SignatureCheckResult {
  const found = inspectMessageSignature(signature, message.text)
  return hasEthereumAddressPrefix(message.address)
    ? checkEthereumSignature(message, signature, found)
    : checkKeySignature(message.text, signature, found)
}

function checkEthereumSignature(
  { text, address, chainName }: MessageToCheck,
  signature: string,
  found: MessageSignatureFinding,
): SignatureCheckResult {
  // The server reads contracts only on chains whose names it gives.
  const mayBeContract = chainName !== null
  if (found.matches === true && isAcceptedKeySignature(found)) return { outcome: 'submit' }
  if (found.form === 'not-hexadecimal') return createWrongSignature('form')
  if (found.likelyContract) return mayBeContract ? { outcome: 'submit' } : createWrongSignature('contract')
  if (found.matches === true) return createWrongSignature('unaccepted')
  const isSignedBy = (changed: string) => inspectMessageSignature(signature, changed).signer === address
  const change = findTextChange(text, isSignedBy)
  if (change !== null) return createWrongSignature(change)
  const { signer } = found
  return createWrongSignature(signer === null ? 'other_key' : 'other_signer', mayBeContract, signer)
}

/** Wallets write the recovery ID as 0 and 1, or as 27 and 28. */
const isAcceptedKeySignature = ({ flaws, v }: MessageSignatureFinding): boolean =>
  flaws.every((flaw) => flaw === 'v-not-27-or-28' && (v === 0 || v === 1))

function checkKeySignature(text: string, signature: string, found: MessageSignatureFinding): SignatureCheckResult {
  if (found.matches === true) return { outcome: 'submit' }
  if (found.form === 'not-base58' || found.form === 'not-base64') return createWrongSignature('form')
  const isSignedBy = (changed: string) => inspectMessageSignature(signature, changed).matches === true
  const change = findTextChange(text, isSignedBy)
  if (change !== null) return createWrongSignature(change)
  if (found.matches === false) return createWrongSignature('other_key')
  const code = findSignatureRefusalCode(text, signature)
  return code === null ? createWrongSignature('unaccepted') : { outcome: 'refusal', code }
}

/** How other programs change a text that is copied through them. */
function findTextChange(text: string, isSigned: (changed: string) => boolean): 'text_end' | 'text_lines' | null {
  const crlf = text.replaceAll('\n', '\r\n')
  if ([`${text}\n`, `${text}\r\n`, `${text} `].some(isSigned)) return 'text_end'
  const withOtherLines = [crlf, `${crlf}\r\n`, text.replaceAll('\n', ' '), text.replaceAll('\n', '')]
  return withOtherLines.some(isSigned) ? 'text_lines' : null
}
