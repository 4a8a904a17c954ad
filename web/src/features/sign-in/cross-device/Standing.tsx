// How it stands, beneath the code: for whom it is, how long it is valid, and what keeps the server away.
import { useSecondsLeft, writeMinutes } from '../proof/use-seconds-left.ts'
import { useTranslations } from 'use-intl'
import { awayWords } from './describe.ts'
import { isWatched } from './states.ts'
import type { ShownState } from './use-waiting.ts'

export function Standing({ state }: { state: ShownState }) {
  const { phase } = state
  return (
    <div className="min-h-[3lh] text-small">
      {isWatched(phase) ? <Watched state={state} until={phase.code.expiresAt} /> : <Otherwise state={state} />}
    </div>
  )
}

function Watched({ state, until }: { state: ShownState; until: number }) {
  const t = useTranslations()
  const seconds = useSecondsLeft(until)
  const again = useSecondsLeft(state.watchAt ?? 0)
  // The sign-in page says itself that there is no network.
  const isSaid = state.purpose === 'sign-in' && state.trouble === 'network.offline'
  return (
    <>
      {state.trouble === null || isSaid ? (
        state.phase.at === 'shown' && (
          <p>
            {state.renewals > 0 && <span>{t('anotherDevice.renewed')} </span>}
            {t.rich(`anotherDevice.onlyYou.${state.purpose}`, { strong: (chunks) => <em>{chunks}</em> })}
          </p>
        )
      ) : (
        <p className="text-amber tabular-nums">
          {awayWords(state.trouble, t, state.trouble === 'rate.limited' && again > 0 ? timeOf(again) : null)}
        </p>
      )}
      <p className="text-soft tabular-nums">{t('anotherDevice.validFor', { time: writeMinutes(seconds) })}</p>
    </>
  )
}

const timeOf = (seconds: number): string => (seconds < 100 ? `${seconds} s` : writeMinutes(seconds))

function Otherwise({ state: { phase } }: { state: ShownState }) {
  const t = useTranslations()
  const seconds = useSecondsLeft(phase.at === 'stalled' ? (phase.retryAt ?? 0) : 0)
  if (phase.at === 'stalled' && phase.problem === 'rate.limited' && seconds > 0)
    return <p className="tabular-nums">{t('signIn.againIn', { time: timeOf(seconds) })}</p>
  if (phase.at !== 'awaiting' || phase.looks === 0) return null
  return <p>{phase.trouble === null ? t('anotherDevice.awaiting.notYet') : t('anotherDevice.awaiting.trouble')}</p>
}
