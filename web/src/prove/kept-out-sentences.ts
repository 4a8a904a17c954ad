// What is said of a wallet that is kept out or missing; nothing where neither can be told (decision 0067).
import type { FoundWallets } from '../wallet/discover.ts'
import type { Purpose } from '../wallet/purpose.ts'
import type { Chapters } from '../words/shape.ts'
import type { Sentences } from './subject.ts'

interface Missing extends Pick<FoundWallets, 'missing'> {
  /** Whether a script of an extension was blocked, be it a wallet's or another's. */
  readonly isBlocked: boolean
  readonly isPhone: boolean
  readonly purpose: Purpose
}

export function keptOutSentences(
  words: Chapters['keptOut'],
  { missing, isBlocked, isPhone, purpose }: Missing,
): Sentences | null {
  if (missing === null) return null
  // A link is for another wallet than the one used last.
  const name = purpose.for === 'link' ? null : missing.name
  if (!isBlocked && name === null) return null
  const { title, text } = isBlocked
    ? name === null
      ? words.extension
      : { title: words.wallet.title(name), text: words.wallet.text }
    : { title: words.missing.title(name ?? ''), text: words.missing.text }
  return { title, text: `${text} ${isPhone ? words.insteadOnPhone : words.instead}` }
}
