// The demonstration wallet's words in the language of the page around it.
import type { Chapters } from '../words/shape.ts'

type DemonstrationWords = Chapters['demonstrationWallet']

const words = import.meta.glob<DemonstrationWords>('../words/*/demonstration-wallet.ts', {
  eager: true,
  import: 'demonstrationWallet',
})
const wordsIn = (language: string): DemonstrationWords | undefined =>
  words[`../words/${language}/demonstration-wallet.ts`]

/** @param language of the page, such as `de` or `de-AT`; English where there are no words in it */
export function wordsFor(language: string): DemonstrationWords {
  const found = wordsIn(language.toLowerCase().split('-')[0] ?? '') ?? wordsIn('en')
  if (!found) throw new Error('The demonstration wallet was built without its English words.')
  return found
}
