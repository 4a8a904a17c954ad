// What every language says for the faults of a sign-in message. Apart from the other errors, because the person who signs is helped by one
// sentence for all of them, and the sign-in page must be light.
import type { MessageFaultCode } from '@countersign/message'
import type { ErrorWords } from './error-words.ts'

/** The faults that a text can have by itself; the others are found by comparing it with what was issued, or with the clock. */
export type FormFaultCode = Exclude<
  MessageFaultCode,
  | `${string}_mismatch`
  | 'message.chain_not_allowed'
  | 'message.issued_in_future'
  | 'message.expired'
  | 'message.not_yet_valid'
>

interface FormFaultWords extends ErrorWords {
  /** What may stand where the fault is. */
  readonly allowed: string
}

export type MessageFaultWords = Readonly<
  Record<FormFaultCode, FormFaultWords> & Record<Exclude<MessageFaultCode, FormFaultCode>, ErrorWords>
>

/** The words for one fault, or null for an unknown code. */
export function messageFaultWords(
  faults: MessageFaultWords,
  code: string,
): (ErrorWords & Partial<FormFaultWords>) | null {
  const known: Readonly<Record<string, ErrorWords>> = faults
  return Object.hasOwn(known, code) ? (known[code] ?? null) : null
}
