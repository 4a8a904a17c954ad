// What a screen reader is told in the states that come after a wallet is chosen.
import type { Words } from '../words/shape.ts'
import type { Purpose } from '../wallet/purpose.ts'
import type { LatePhase } from './early.ts'
import { nameOf } from './AlreadySignedIn.tsx'
import { describeAction } from './MessageStage.tsx'
import { describePanel } from './Panel.tsx'
import type { ProvingWords } from './proving-words.ts'
import type { Sentences } from './say.ts'
import { subjectOf } from './subject.ts'

interface Told {
  readonly words: Words
  readonly proving: ProvingWords
  readonly purpose: Purpose
  /** Where the person goes on to, where an application asks. */
  readonly application: string | null
}

export function lateSentencesOf(phase: LatePhase, { words, proving, purpose, application }: Told): Sentences {
  const subject = subjectOf(phase, purpose)
  switch (phase.at) {
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
