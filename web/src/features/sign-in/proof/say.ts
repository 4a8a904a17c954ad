// What a screen reader announces when the state changes: the same words as on the screen, once.
import type { Translate } from '../../../i18n/translate.ts'
import { shortAddress } from '../../../ui/address-form.ts'
import { codeWords } from '../../../ui/problem-words.ts'
import type { Phase } from '../wallet/states.ts'
import { describeAction, stageTitle } from './MessageStage.tsx'
import { describePanel } from './Panel.tsx'
import type { ProofSubject, Sentences } from './subject.ts'

/** @param isAnswering whether this device answers another browser */
export function noWalletSentences(t: Translate, isPhone: boolean, isAnswering: boolean): Sentences {
  const key = `noWallet${isAnswering ? '.answering' : ''}${isPhone ? '.onPhone' : ''}` as const
  return { title: t(`${key}.title`), text: t(`${key}.text`) }
}

/** @param application where the person continues to, where one asks */
export function sentencesOf(
  phase: Exclude<Phase, { at: 'no-wallet' }>,
  t: Translate,
  subject: ProofSubject,
  application: string | null,
): Sentences {
  switch (phase.at) {
    case 'discovering':
      return { title: t('signIn.looking'), text: '' }
    case 'choosing':
      return { title: t('signIn.choose'), text: '' }
    case 'connecting':
      return {
        title: t('signIn.connecting', { wallet: phase.wallet.name }),
        text: phase.slowAt === null ? t('signIn.connectingSlow') : '',
      }
    case 'offline':
      return { title: t('errors.network.offline.title'), text: t('signIn.offlineText') }
    case 'rate-limited':
      return { title: t('errors.rate.limited.title'), text: t('signIn.tooManyTriesText') }
    case 'unreachable':
      return { title: codeWords(t, phase.code).title, text: t('signIn.goesOnByItself') }
    case 'already-signed-in': {
      const { name, address } = phase.person
      const shown = name ?? (address && shortAddress(address))
      return {
        title: shown ? t('proving.already.titleOf', { name: shown }) : t('proving.already.title'),
        text: t('proving.already.text'),
      }
    }
    case 'preparing':
      return { title: stageTitle(phase, t, subject), text: '' }
    case 'message-ready':
      return { title: stageTitle(phase, t, subject), text: t('proving.message.free') }
    case 'signing':
    case 'signature-open':
    case 'checking': {
      const { busyLabel, label, text } = describeAction(phase, t, subject, application)
      return { title: text, text: busyLabel === undefined ? label : '' }
    }
    case 'awaiting':
      return { title: stageTitle(phase, t, subject), text: t('proving.awaiting.looks') }
    case 'done':
      return {
        title: stageTitle(phase, t, subject),
        text: describeAction(phase, t, subject, application).text,
      }
    default:
      return describePanel(phase, t, subject)
  }
}
