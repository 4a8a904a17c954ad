// What the inspector has to know of one chain family (a CAIP-2 namespace) beside its form of the message: what its addresses and chain ids
// were meant to be where they are wrong, and what its signatures are. A file a family stands beside this.
import type { MessageProfile } from '@countersign/message'
import type { MessageSignatureFinding } from '../message-inspection-findings.ts'
import type { FixedMessageFieldValue } from '../fix-message-field-values.ts'
import type { MessageTextEdit } from '../message-text-edits.ts'

export interface ChainFamilyInspector {
  readonly profile: MessageProfile
  /** An address and a chain id in which nothing is wrong, of a text: they let reading go on after one that is. */
  readonly placeholder: { readonly address: string; readonly chainId: (text: string) => string }
  /** Whether a line was meant as an address. */
  readonly isLikelyAddress: (line: string) => boolean
  /** The address in the line at the offset, as it may have been meant; null where nothing is known. */
  readonly fixAddress: (text: string, offset: number) => MessageTextEdit | null
  readonly fixChainId: (value: string) => FixedMessageFieldValue | null
  readonly expected: {
    /** What begins an address, in no language. */
    readonly address: string
    /** What may stand at the place of a fault within one. */
    readonly inAddress: (text: string, offset: number) => string | null
    readonly chainId: string
  }
  /** What a signature is over the text as it stands, well-formed or not. @param signature without space around it */
  readonly inspectSignature: (signature: string, text: string) => MessageSignatureFinding
}

/** A finding in which nothing was found yet. */
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

/** The second line without the space around it, which is where an address stands in a message of any family. */
export const getMessageAddressLine = (text: string): string =>
  /^[^\n]{0,4096}\n[ \t]*([^\n]{0,200}?)[ \t\r]*(?:\n|$)/.exec(text)?.[1] ?? ''
