// What the words for the faults of a sign-in message are, exactly one for each. Apart from the other words, because the sign-in page must
// be light and whoever signs is helped by one sentence for all of them.
import type { MessageFaultCode } from '@countersign/message'
import type { ErrorWords } from './error-words.ts'

export type MessageFaultWords = Readonly<Record<MessageFaultCode, ErrorWords>>

/** The faults that a text can have by itself; the others are found by comparing it with what was issued, or with the clock. */
type FormFaultCode = Exclude<
  MessageFaultCode,
  | `${string}_mismatch`
  | 'message.chain_not_allowed'
  | 'message.issued_in_future'
  | 'message.expired'
  | 'message.not_yet_valid'
>
export type FaultGuides = Readonly<Record<FormFaultCode, { readonly may: string; readonly mend: string }>>

/** The words for one fault, or null for a code that there is not. */
export function messageFaultWords(faults: MessageFaultWords, code: string): ErrorWords | null {
  const known: Readonly<Record<string, ErrorWords>> = faults
  return Object.hasOwn(known, code) ? (known[code] ?? null) : null
}
