import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import { shortenWalletAddress } from '../../../ui/wallet-address-format.ts'
import { getTranslatedErrorMessage } from '../../../ui/get-translated-error-message.ts'
import type { WalletProofPhase } from '../wallet/wallet-proof-phases.ts'
import { describeSigningAction, getMessageSigningTitle } from './WalletProofSigningPanel.tsx'
import { describeWalletProofOutcome } from './WalletProofOutcomePanel.tsx'
import type { WalletProofTextPlaceholders, WalletProofPhaseText } from './wallet-proof-text-placeholders.ts'

export function getNoWalletFoundText(t: Translate, isPhone: boolean, isAnswering: boolean): WalletProofPhaseText {
  const key = `noWallet${isAnswering ? '.answering' : ''}${isPhone ? '.onPhone' : ''}` as const
  return { title: t(`${key}.title`), text: t(`${key}.text`) }
}

export function getWalletProofPhaseText(
  phase: Exclude<WalletProofPhase, { at: 'no-wallet' }>,
  t: Translate,
  subject: WalletProofTextPlaceholders,
  application: string | null,
): WalletProofPhaseText {
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
      return { title: getTranslatedErrorMessage(t, phase.code).title, text: t('signIn.goesOnByItself') }
    case 'already-signed-in': {
      const { name, address } = phase.person
      const shown = name ?? (address && shortenWalletAddress(address))
      return {
        title: shown ? t('proving.already.titleOf', { name: shown }) : t('proving.already.title'),
        text: t('proving.already.text'),
      }
    }
    case 'preparing':
      return { title: getMessageSigningTitle(phase, t, subject), text: '' }
    case 'signing':
    case 'signature-open': {
      const { busyLabel, label, text } = describeSigningAction(phase, t, subject, application)
      if (busyLabel === undefined) return { title: text, text: label }
      return { title: getMessageSigningTitle(phase, t, subject), text }
    }
    case 'awaiting':
      return { title: getMessageSigningTitle(phase, t, subject), text: t('proving.awaiting.looks') }
    case 'checking':
      return { title: getMessageSigningTitle(phase, t, subject), text: '' }
    case 'message-ready':
    case 'done':
      return {
        title: getMessageSigningTitle(phase, t, subject),
        text: describeSigningAction(phase, t, subject, application).text,
      }
    default:
      return describeWalletProofOutcome(phase, t, subject)
  }
}
