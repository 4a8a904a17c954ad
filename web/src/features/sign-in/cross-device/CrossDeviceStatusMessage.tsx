import { useCountdownSeconds, formatCountdown } from '../proof-flow/use-countdown-seconds.ts'
import { useTranslations } from 'use-intl'
import { describeCrossDeviceConnectionError } from './describe-cross-device-phase.ts'
import { isPollingPhase } from './cross-device-proof-phases.ts'
import type { CrossDeviceDisplayState } from './use-await-cross-device-proof.ts'

export function CrossDeviceStatusMessage({ state }: { state: CrossDeviceDisplayState }) {
  const { phase } = state
  return (
    <div className="min-h-[3lh] text-small">
      {isPollingPhase(phase) ? (
        <PollingStatus state={state} until={phase.code.expiresAt} />
      ) : (
        <OtherStatus state={state} />
      )}
    </div>
  )
}

function PollingStatus({ state, until }: { state: CrossDeviceDisplayState; until: number }) {
  const t = useTranslations()
  const seconds = useCountdownSeconds(until)
  const again = useCountdownSeconds(state.nextPollAt ?? 0)
  // The sign-in page has its own offline notice.
  const isSaid = state.purpose === 'sign-in' && state.pollError === 'network.offline'
  return (
    <>
      {state.pollError === null || isSaid ? (
        state.phase.at === 'shown' && (
          <p>
            {state.renewals > 0 && <span>{t('anotherDevice.renewed')} </span>}
            {t.rich(`anotherDevice.onlyYou.${state.purpose}`, { strong: (chunks) => <em>{chunks}</em> })}
          </p>
        )
      ) : (
        <p className="text-amber tabular-nums">
          {describeCrossDeviceConnectionError(
            state.pollError,
            t,
            state.pollError === 'rate.limited' && again > 0 ? formatWaitTime(again) : null,
          )}
        </p>
      )}
      <p className="text-soft tabular-nums">{t('anotherDevice.validFor', { time: formatCountdown(seconds) })}</p>
    </>
  )
}

const formatWaitTime = (seconds: number): string => (seconds < 100 ? `${seconds} s` : formatCountdown(seconds))

function OtherStatus({ state: { phase } }: { state: CrossDeviceDisplayState }) {
  const t = useTranslations()
  const seconds = useCountdownSeconds(phase.at === 'stalled' ? (phase.retryAt ?? 0) : 0)
  if (phase.at === 'stalled' && phase.problem === 'rate.limited' && seconds > 0)
    return <p className="tabular-nums">{t('signIn.againIn', { time: formatWaitTime(seconds) })}</p>
  if (phase.at !== 'awaiting' || phase.pollCount === 0) return null
  return <p>{phase.pollError === null ? t('anotherDevice.awaiting.notYet') : t('anotherDevice.awaiting.trouble')}</p>
}
