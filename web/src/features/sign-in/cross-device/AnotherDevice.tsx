// The wallet or passkey is on another device: shows a code for it, follows how far it is there, and hands in what was signed.
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { isLocal } from '../wallet/is-local.ts'
import type { DrawRefusal } from '../proof/Panel.tsx'
import { focusStageHeading } from '../proof/StageHeading.tsx'
import { useStageFocus } from '../proof/use-stage-focus.ts'
import { useTranslations } from 'use-intl'
import { describeWaiting } from './describe.ts'
import { DeviceSheet, refusedBy } from './DeviceSheet.tsx'
import type { DeviceErrand } from '../proof/errand.ts'
import { carriesOn, isWatched } from './states.ts'
import { useAsides, useWaiting } from './use-waiting.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LeadingOut, PairRow } from './LeadingOut.tsx'
import type { DrawLinks } from './LeadingOut.tsx'
import type { Phase } from './states.ts'

export interface AnotherDeviceProps {
  errand: DeviceErrand
  /** Where the person goes on to, where an application asks. */
  application?: string | null
  /** Which wallets will do, where not every one does. */
  about?: ReactNode
  /** Leads to the ways of this browser again. */
  onBack: () => void
  /** Draws what a refusal of the server leads to, where it is more than words. */
  drawRefusal?: DrawRefusal | undefined
}

export function AnotherDevice({ errand, application = null, about, onBack, drawRefusal }: AnotherDeviceProps) {
  const t = useTranslations()
  const { state, send } = useWaiting(errand)
  const { phase } = state
  const column = useRef<HTMLDivElement>(null)
  const sentences = describeWaiting(state, { t, application, onPhone: false })
  useStageFocus(column, phase, sentences, carriesOn)
  useAsides(state)
  // What was pressed to come here is gone.
  useEffect(() => focusStageHeading(column.current), [])
  return (
    <div ref={column} className="contents">
      {(phase.at === 'failed' && drawRefusal?.(refusedBy(phase), () => send({ type: 'proceed' }))) || (
        <>
          <DeviceSheet state={state} sentences={sentences} send={send} onBack={onBack} />
          {(phase.at === 'asking' || isWatched(phase)) && about}
          {isLocal(location.hostname) && <OnThisComputer link={phase.at === 'shown' ? phase.code.link : null} />}
        </>
      )}
    </div>
  )
}

/** @param link null while there is none to open; its place is kept, so that nothing above it moves */
export function OnThisComputer({ link }: { link: string | null }) {
  const t = useTranslations()
  return (
    <div
      className={`grid gap-2 rounded-sheet border border-line bg-sunk px-4 py-3 text-small ${link === null ? 'invisible' : ''}`}
    >
      <p>{t('anotherDevice.local.text')}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <a href={link ?? undefined} target="_blank" rel="noreferrer" className="text-seal underline underline-offset-4">
          {t('anotherDevice.local.open')}
        </a>
        <CopyButton small text={link ?? ''} label={t('anotherDevice.local.copy')} />
      </div>
    </div>
  )
}

export interface OnThisPhoneProps {
  errand: DeviceErrand
  application: string | null
  drawRefusal?: DrawRefusal | undefined
  /** Told whether a wallet has opened it: then there is nothing to see but how far it is. */
  onUnderWay: (isUnderWay: boolean) => void
  children: DrawLinks
}

export function OnThisPhone({ errand, application, drawRefusal, onUnderWay, children }: OnThisPhoneProps) {
  const t = useTranslations()
  const { state, send } = useWaiting(errand, true)
  const { phase } = state
  const column = useRef<HTMLDivElement>(null)
  const isOut = isLeadingOut(phase, errand)
  const sentences = describeWaiting(state, { t, application, onPhone: true })
  useStageFocus(column, phase, isOut ? null : sentences, carriesOn)
  useAsides(state, isOut)
  useEffect(() => {
    if (isOut) return undefined
    onUnderWay(true)
    focusStageHeading(column.current)
    return () => onUnderWay(false)
  }, [isOut, onUnderWay])
  if (isOut) {
    return (
      <>
        {phase.at === 'shown' ? (
          <PairRow label={t('anotherDevice.onPhone.pair')}>
            <span className="rounded-control border-2 border-edge px-3 font-mono text-title tracking-[0.12em]">
              {phase.code.pair}
            </span>
          </PairRow>
        ) : phase.at === 'ended' ? (
          <PairRow label={sentences.title}>
            <Button small onClick={() => send({ type: 'proceed' })}>
              {t('anotherDevice.newCode')}
            </Button>
          </PairRow>
        ) : (
          <PairRow />
        )}
        <LeadingOut
          errand={errand}
          link={phase.at === 'shown' ? phase.code.link : null}
          below={phase.at === 'shown' && <p className="text-small text-soft">{t('anotherDevice.onPhone.comeBack')}</p>}
        >
          {children}
        </LeadingOut>
      </>
    )
  }
  const startOver = () => send({ type: 'start-over' })
  return (
    <div ref={column} className="contents">
      {(phase.at === 'failed' && drawRefusal?.(refusedBy(phase), startOver)) || (
        <DeviceSheet state={state} sentences={sentences} send={send} onBack={startOver} />
      )}
    </div>
  )
}

/** Nothing has come of it yet: the links stand there, whether there is a code for them or not, unless they lead nowhere without one. */
const isLeadingOut = (phase: Phase, { interaction }: DeviceErrand): boolean =>
  phase.at === 'asking' ||
  phase.at === 'shown' ||
  (phase.at === 'ended' && phase.why === 'ran-out') ||
  (phase.at === 'stalled' && phase.answered === null && interaction === undefined)
