import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import { describeWalletProofOutcome } from '../proof-flow/WalletProofOutcomePanel.tsx'
import type { RefusedWalletProofPhase } from '../proof-flow/WalletProofOutcomePanel.tsx'
import { getWalletProofPhaseText } from '../proof-flow/wallet-proof-phase-texts.ts'
import type { WalletProofPhaseText, WalletProofTextPlaceholders } from '../proof-flow/wallet-proof-text-placeholders.ts'
import type { WalletProofPhase, WalletProofPhaseName } from '../wallet/wallet-proof-phases.ts'

export type ManualMessagePhase = Extract<
  WalletProofPhase,
  { at: 'preparing' | 'message-ready' | 'signing' | 'checking' }
>

/** The focus moves to the heading of each new step, but stays while the phases of a step change. */
export function getManualSigningStep(phase: WalletProofPhase): 'address' | 'message' | WalletProofPhaseName {
  if (phase.at === 'connecting' || phase.at === 'other-address') return 'address'
  return isManualMessagePhase(phase) ? 'message' : phase.at
}

export const isManualMessagePhase = (phase: WalletProofPhase): phase is ManualMessagePhase =>
  ['preparing', 'message-ready', 'signing', 'checking'].includes(phase.at)

/** Other titles name the wallet, which the page does not know here. */
export const getManualSigningTitle = (
  { at }: ManualMessagePhase,
  t: Translate,
  { address }: WalletProofTextPlaceholders,
): string => (at === 'preparing' ? t('proving.message.preparing') : t('manualSigning.message.title', { address }))

/** The usual texts of some refusals name the wallet, which the page does not know here. */
export function describeManualSigningRefusal(
  phase: RefusedWalletProofPhase,
  t: Translate,
  subject: WalletProofTextPlaceholders,
): WalletProofPhaseText {
  const { title, text } = describeWalletProofOutcome(phase, t, subject)
  const findText = (part: 'title' | 'text') =>
    translateKnownServerCode(t, 'manualSigning.refusals', `${phase.code}.${part}`, subject)
  return { title: findText('title') ?? title, text: findText('text') ?? text }
}

/** The texts of other wallets do not fit where they say what the wallet does. */
export function describeManualSigningPhase(
  phase: WalletProofPhase,
  t: Translate,
  subject: WalletProofTextPlaceholders,
  application: string | null,
): WalletProofPhaseText {
  switch (phase.at) {
    case 'connecting':
    case 'other-address':
      return { title: t('manualSigning.address.title'), text: t('manualSigning.address.text') }
    case 'message-ready':
    case 'signing':
      return { title: getManualSigningTitle(phase, t, subject), text: t('manualSigning.message.text') }
    case 'expired':
      return { title: t('proving.panels.expired.title'), text: t('manualSigning.expired') }
    case 'other-signer':
      return { title: t('proving.panels.other-signer.title', subject), text: t('manualSigning.otherSigner') }
    case 'refused':
      return describeManualSigningRefusal(phase, t, subject)
    case 'choosing':
    case 'no-wallet':
      return { title: '', text: '' }
    default:
      return getWalletProofPhaseText(phase, t, subject, application)
  }
}
