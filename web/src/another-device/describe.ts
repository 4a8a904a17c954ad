// What is shown and said of each state of waiting for another device: its heading, and what stands beneath it.
import type { Sentences } from '../prove/subject.ts'
import { shortAddress } from '../ui/address-form.ts'
import { errorWords } from '../ui/problem-words.ts'
import type { ErrorWords } from '../words/error-words.ts'
import type { Chapters, Words } from '../words/shape.ts'
import { isWatched } from './states.ts'
import type { Phase, State } from './states.ts'

export type DeviceWords = Chapters['anotherDevice']

interface Told {
  readonly all: Words
  readonly words: DeviceWords
  /** Where the person goes on to, where an application asks. */
  readonly application: string | null
  /** Whether the other device is this one: a wallet on the same phone. */
  readonly onPhone: boolean
}

export function describeWaiting({ phase, purpose }: Pick<State, 'phase' | 'purpose'>, told: Told): Sentences {
  const { all, words, application, onPhone } = told
  switch (phase.at) {
    case 'asking':
    case 'shown':
      return { title: onPhone ? words.onPhone.pair : words.scan, text: '' }
    case 'opened':
      return onPhone ? words.onPhone.opened : words.opened
    case 'picked':
    case 'checking':
      return words[phase.at]
    case 'confirming':
      return { title: words.confirming.title(shortAddress(phase.address)), text: words.confirming.text }
    case 'awaiting':
      return { title: words.awaiting.title, text: words.awaiting.text }
    case 'done':
      return { title: words.done.title(purpose, phase.name), text: words.done.text(application) }
    case 'ended': {
      const { title, action } = words.ended[phase.why]
      return { title, text: action }
    }
    case 'failed': {
      const { title, action } = troubleWords(phase.problem.code, all, words)
      return { title, text: `${action} ${words.notDone(purpose)}` }
    }
    case 'stalled':
      return describeStalled(phase, all, words)
  }
}

/** Why it is not known how far it is. The code stays where it is, and can be scanned all the same. @param again when it is asked again */
export function awayWords(code: string, all: Words, again: string | null = null): string {
  const { signIn, ui } = all
  if (code === 'network.offline') return signIn.offlineNotice
  const { title } = errorWords(all, code) ?? ui.unknownError
  return `${title} ${again === null ? signIn.goesOnByItself : `${signIn.againIn(again)}.`}`
}

/**
 * What is said of a state beside its heading; null where there is nothing.
 * @param told.isOut whether nothing but links into wallets stands there, so that no heading says it
 */
export function asideOf(
  { phase, trouble }: Pick<State, 'phase' | 'trouble'>,
  { all, words, isOut }: Pick<Told, 'all' | 'words'> & { readonly isOut: boolean },
): string | null {
  if (isOut) return phase.at === 'ended' ? words.ended[phase.why].title : null
  return isWatched(phase) && trouble !== null ? awayWords(trouble, all) : null
}

function troubleWords(code: string, all: Words, { troubles }: DeviceWords): ErrorWords {
  return { ...(errorWords(all, code) ?? all.ui.unknownError), ...troubles[code] }
}

function describeStalled({ problem }: Phase & { at: 'stalled' }, all: Words, words: DeviceWords): Sentences {
  const { errors, signIn } = all
  if (problem === 'network.offline') return { title: errors.network.offline.title, text: signIn.offlineText }
  if (problem === 'rate.limited') return { title: errors.rate.limited.title, text: signIn.tooManyTriesText }
  return { title: troubleWords(problem, all, words).title, text: signIn.goesOnByItself }
}
