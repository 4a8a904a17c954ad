import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import type { WalletProofPhaseText } from '../proof-flow/wallet-proof-text-placeholders.ts'
import { shortenWalletAddress } from '../../../ui/wallet-address-format.ts'
import { getTranslatedErrorMessage } from '../../../ui/get-translated-error-message.ts'
import { isPollingPhase } from './cross-device-proof-phases.ts'
import type { CrossDevicePhase, CrossDeviceMachineState } from './cross-device-proof-phases.ts'

const crossDeviceErrorNamespace = 'anotherDevice.troubles'

interface DescriptionContext {
  readonly t: Translate
  readonly application: string | null
  /** Whether the other device is a wallet on this phone. */
  readonly onPhone: boolean
}

export function describeCrossDevicePhase(
  { phase, purpose }: Pick<CrossDeviceMachineState, 'phase' | 'purpose'>,
  { t, application, onPhone }: DescriptionContext,
): WalletProofPhaseText {
  switch (phase.at) {
    case 'requesting-code':
    case 'shown':
      return { title: onPhone ? t('anotherDevice.onPhone.pair') : t('anotherDevice.scan'), text: '' }
    case 'opened': {
      const opened = onPhone ? 'onPhone.opened' : 'opened'
      return { title: t(`anotherDevice.${opened}.title`), text: t(`anotherDevice.${opened}.text`) }
    }
    case 'picked':
    case 'checking':
    case 'awaiting':
      return { title: t(`anotherDevice.${phase.at}.title`), text: t(`anotherDevice.${phase.at}.text`) }
    case 'confirming':
      return {
        title: t('anotherDevice.confirming.title', { address: shortenWalletAddress(phase.address) }),
        text: t('anotherDevice.confirming.text'),
      }
    case 'done':
      return {
        title: doneTitle(phase.name, purpose, t),
        text: application === null ? t('anotherDevice.done.goingOn') : t('anotherDevice.done.goingTo', { application }),
      }
    case 'ended':
      return { title: t(`anotherDevice.ended.${phase.why}.title`), text: t(`anotherDevice.ended.${phase.why}.action`) }
    case 'failed': {
      const { title, action } = getTranslatedErrorMessage(t, phase.problem.code, crossDeviceErrorNamespace)
      return { title, text: `${action} ${t(`anotherDevice.notDone.${purpose}`)}` }
    }
    case 'stalled':
      return describeStalled(phase, t)
  }
}

/** The code can still be scanned. `again` is the time of the next attempt. */
export function describeCrossDeviceConnectionError(code: string, t: Translate, again: string | null = null): string {
  if (code === 'network.offline') return t('signIn.offlineNotice')
  const { title } = getTranslatedErrorMessage(t, code)
  return `${title} ${again === null ? t('signIn.goesOnByItself') : `${t('signIn.againIn', { time: again })}.`}`
}

/** @returns null if there is nothing to announce */
export function getCrossDeviceAnnouncement(
  { phase, pollError }: Pick<CrossDeviceMachineState, 'phase' | 'pollError'>,
  { t, isOut }: { readonly t: Translate; readonly isOut: boolean },
): string | null {
  if (isOut) return phase.at === 'ended' ? t(`anotherDevice.ended.${phase.why}.title`) : null
  return isPollingPhase(phase) && pollError !== null ? describeCrossDeviceConnectionError(pollError, t) : null
}

function doneTitle(name: string | null, purpose: CrossDeviceMachineState['purpose'], t: Translate): string {
  if (purpose !== 'sign-in') return t('anotherDevice.done.title.confirmed')
  return name === null ? t('anotherDevice.done.title.signedIn') : t('anotherDevice.done.title.signedInAs', { name })
}

function describeStalled({ problem }: CrossDevicePhase & { at: 'stalled' }, t: Translate): WalletProofPhaseText {
  if (problem === 'network.offline') return { title: t('errors.network.offline.title'), text: t('signIn.offlineText') }
  if (problem === 'rate.limited') return { title: t('errors.rate.limited.title'), text: t('signIn.tooManyTriesText') }
  return {
    title: getTranslatedErrorMessage(t, problem, crossDeviceErrorNamespace).title,
    text: t('signIn.goesOnByItself'),
  }
}
