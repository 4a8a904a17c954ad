// A phone's browser reaches no wallet, and the wallets are on the same phone: each opens this very sign-in in a browser of its own, and
// this page goes on by itself when the person comes back.
import { useEffect, useRef } from 'react'
import { focusStageHeading } from '../prove/StageHeading.tsx'
import { useStageFocus } from '../prove/use-stage-focus.ts'
import type { DrawRefusal } from '../prove/draw-refusal.ts'
import { Button } from '../ui/Button.tsx'
import { useChapter, useWords } from '../words/use-words.ts'
import { describeWaiting } from './describe.ts'
import { DeviceSheet, refusedBy } from './DeviceSheet.tsx'
import type { DeviceErrand } from './errand.ts'
import { LeadingOut } from './LeadingOut.tsx'
import type { DrawLinks } from './LeadingOut.tsx'
import { PairRow } from './PairRow.tsx'
import { carriesOn } from './states.ts'
import type { Phase } from './states.ts'
import { useAsides } from './use-asides.ts'
import { useWaiting } from './use-waiting.ts'

export interface OnThisPhoneProps {
  errand: DeviceErrand
  application: string | null
  drawRefusal?: DrawRefusal | undefined
  /** Told whether a wallet has opened it: then there is nothing to see but how far it is. */
  onUnderWay: (isUnderWay: boolean) => void
  children: DrawLinks
}

export function OnThisPhone({ errand, application, drawRefusal, onUnderWay, children }: OnThisPhoneProps) {
  const all = useWords()
  const words = useChapter('anotherDevice')
  const { state, send } = useWaiting(errand, true)
  const { phase } = state
  const column = useRef<HTMLDivElement>(null)
  const isOut = isLeadingOut(phase, errand)
  const sentences = describeWaiting(state, { all, words, application, onPhone: true })
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
          <PairRow label={words.onPhone.pair}>
            <span className="rounded-control border-2 border-edge px-3 font-mono text-title tracking-[0.12em]">
              {phase.code.pair}
            </span>
          </PairRow>
        ) : phase.at === 'ended' ? (
          <PairRow label={sentences.title}>
            <Button small onClick={() => send({ type: 'proceed' })}>
              {words.newCode}
            </Button>
          </PairRow>
        ) : (
          <PairRow />
        )}
        <LeadingOut
          errand={errand}
          link={phase.at === 'shown' ? phase.code.link : null}
          below={phase.at === 'shown' && <p className="text-small text-soft">{words.onPhone.comeBack}</p>}
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
