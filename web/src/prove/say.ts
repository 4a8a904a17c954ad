// What a screen reader announces when the state changes: the same words as on the screen, once.
import { errorWords } from '../ui/problem-words.ts'
import type { Purpose } from '../wallet/purpose.ts'
import type { Phase } from '../wallet/states.ts'
import type { Chapters, ProvingWords, Words } from '../words/shape.ts'
import { nameOf } from './AlreadySignedIn.tsx'
import { describeAction } from './MessageStage.tsx'
import { describePanel } from './Panel.tsx'
import { subjectOf } from './subject.ts'
import type { Sentences } from './subject.ts'

/** @param isAnswering whether this device answers another browser */
export function noWalletSentences(words: Chapters['noWallet'], isPhone: boolean, isAnswering: boolean): Sentences {
  const { title, text, onPhone } = isAnswering ? words.answering : words
  return isPhone ? onPhone : { title, text }
}

interface Context {
  readonly words: Words
  readonly proving: ProvingWords
  readonly purpose: Purpose
  /** Where the person continues to, where an application asks. */
  readonly application: string | null
}

export function sentencesOf(
  phase: Exclude<Phase, { at: 'no-wallet' }>,
  { words, proving, purpose, application }: Context,
): Sentences {
  const { errors, signIn } = words
  const subject = subjectOf(phase, purpose)
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
    case 'already-signed-in':
      return { title: proving.already.title(nameOf(phase.person)), text: proving.already.text }
    case 'preparing':
      return { title: proving.message.preparing, text: '' }
    case 'message-ready':
      return { title: proving.message.title(subject), text: proving.message.free }
    case 'signing':
    case 'signature-open':
    case 'checking': {
      const { busyLabel, label, text } = describeAction(phase, proving, subject, application)
      return { title: text, text: busyLabel === undefined ? label : '' }
    }
    case 'awaiting':
      return { title: proving.awaiting.title(phase.draft.contract?.owners ?? null), text: proving.awaiting.looks }
    case 'done':
      return { title: proving.done.title(subject, phase.name), text: proving.done.text(application) }
    default:
      return describePanel(phase, words, proving, subject)
  }
}
