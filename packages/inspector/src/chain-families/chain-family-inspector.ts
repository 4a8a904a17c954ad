// What the inspector needs to know about a chain family in addition to its message profile.
import type { MessageProfile } from '@countersign/message'
import type { MessageSignatureFinding } from '../message-inspection-findings.ts'
import type { FixedMessageFieldValue } from '../fix-message-field-values.ts'
import type { MessageTextEdit } from '../message-text-edits.ts'

export interface ChainFamilyInspector {
  readonly profile: MessageProfile
  /** Valid values that replace an invalid address or chain ID, so that parsing can continue. */
  readonly placeholder: { readonly address: string; readonly chainId: (text: string) => string }
  readonly isLikelyAddress: (line: string) => boolean
  /** Null if unknown. */
  readonly fixAddress: (text: string, offset: number) => MessageTextEdit | null
  readonly fixChainId: (value: string) => FixedMessageFieldValue | null
  readonly expected: {
    readonly address: string
    readonly inAddress: (text: string, offset: number) => string | null
    readonly chainId: string
  }
  /** The signature may be malformed, but has no surrounding space. */
  readonly inspectSignature: (signature: string, text: string) => MessageSignatureFinding
}

export const createInitialSignatureFinding = (
  form: MessageSignatureFinding['form'],
  bytes: number,
): MessageSignatureFinding => ({
  form,
  bytes,
  flaws: [],
  v: null,
  wrapper: null,
  signer: null,
  matches: null,
  likelyContract: false,
})

/** Returns the second line, because all chain families have the address there. */
export const getMessageAddressLine = (text: string): string =>
  /^[^\n]{0,4096}\n[ \t]*([^\n]{0,200}?)[ \t\r]*(?:\n|$)/.exec(text)?.[1] ?? ''

/** In base64, four characters encode three bytes (RFC 4648 §4). A Bitcoin prefix is not counted. */
export function countBase64Bytes(signature: string): number {
  const digits = signature.replace(/^(?:smp|ful|pof)/, '').replace(/=+$/, '')
  return Math.floor((digits.length * 3) / 4)
}
