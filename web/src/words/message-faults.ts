// The exact words for each fault of a sign-in message, in every language. Apart from the other words, because the
// sign-in page must be light and whoever signs is helped by one sentence for all of them.
import type { Language } from './language.ts'
import type { ErrorWords } from './error-words.ts'
import type { MessageFaultWords } from './shape.ts'

const loaders: Readonly<Record<Language, () => Promise<MessageFaultWords>>> = {
  en: async () => (await import('./en/message-faults.ts')).messageFaults,
  de: async () => (await import('./de/message-faults.ts')).messageFaults,
}

/** Fetches the words for every fault of a message. */
export function loadMessageFaults(language: Language): Promise<MessageFaultWords> {
  return loaders[language]()
}

/** The words for one fault, or null for a code that there is not. */
export function messageFaultWords(faults: MessageFaultWords, code: string): ErrorWords | null {
  const known: Readonly<Record<string, ErrorWords>> = faults
  return Object.hasOwn(known, code) ? (known[code] ?? null) : null
}
