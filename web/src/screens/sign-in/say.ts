// What a screen reader is told when the state changes: the same words as the eyes get, said once.
import { shortAddress } from '../../ui/short-address.ts'
import type { Words } from '../../words/shape.ts'
import type { Phase } from '../../wallet/states.ts'
import { describeAction } from './MessageStage.tsx'
import { describePanel } from './Panel.tsx'
import { subjectOf } from './subject.ts'

/** What is shown now: its heading, and what stands beneath it. */
export interface Sentences {
  readonly title: string
  readonly text: string
}

/** @param application where the person goes on to, where an application asks */
export function sentencesOf(phase: Phase, words: Words, isPhone: boolean, application: string | null): Sentences {
  const { signIn } = words
  switch (phase.at) {
    case 'discovering':
      return { title: signIn.looking, text: '' }
    case 'choosing':
      return { title: signIn.choose, text: '' }
    case 'no-wallet':
      return isPhone ? signIn.noWalletOnPhone : signIn.noWallet
    case 'already-signed-in':
      return { title: signIn.already.title(phase.person.name ?? shortAddress(phase.person.address)), text: signIn.already.text }
    case 'connecting':
      return { title: signIn.connecting(subjectOf(phase)), text: phase.slowAt === null ? signIn.connectingSlow : '' }
    case 'preparing':
      return { title: signIn.message.preparing, text: '' }
    case 'message-ready':
      return { title: signIn.message.title(subjectOf(phase)), text: signIn.message.free }
    case 'signing':
    case 'signature-open':
    case 'checking': {
      const { busyLabel, label, text } = describeAction(phase, signIn, application)
      return { title: text, text: busyLabel === undefined ? label : '' }
    }
    case 'done':
      return { title: signIn.done.title(phase.name ?? subjectOf(phase).address), text: signIn.done.text(application) }
    default:
      return describePanel(phase, words)
  }
}
