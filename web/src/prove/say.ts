// What a screen reader is told when the state changes: the same words as the eyes get, said once. The states that come
// after a wallet is chosen are in say-late.ts.
import { errorWords } from '../ui/problem-words.ts'
import type { Chapters, Words } from '../words/shape.ts'
import type { EarlyPhase } from './early.ts'

/** What is shown now: its heading, and what stands beneath it. */
export interface Sentences {
  readonly title: string
  readonly text: string
}

/**
 * @param words of a chapter that comes with them
 * @param isAnswering whether this device answers another browser
 */
export function noWalletSentences(words: Chapters['noWallet'], isPhone: boolean, isAnswering: boolean): Sentences {
  const { title, text, onPhone } = isAnswering ? words.answering : words
  return isPhone ? onPhone : { title, text }
}

export function earlySentencesOf(phase: Exclude<EarlyPhase, { at: 'no-wallet' }>, words: Words): Sentences {
  const { errors, signIn } = words
  switch (phase.at) {
    case 'discovering':
      return { title: signIn.looking, text: '' }
    case 'choosing':
      return { title: signIn.choose, text: '' }
    case 'connecting':
      return {
        title: signIn.connecting({ wallet: phase.wallet.name }),
        text: phase.slowAt === null ? signIn.connectingSlow : '',
      }
    case 'offline':
      return { title: errors.network.offline.title, text: signIn.offlineText }
    case 'rate-limited':
      return { title: errors.rate.limited.title, text: signIn.tooManyTriesText }
    case 'unreachable':
      return { title: (errorWords(words, phase.code) ?? words.ui.unknownError).title, text: signIn.goesOnByItself }
  }
}
