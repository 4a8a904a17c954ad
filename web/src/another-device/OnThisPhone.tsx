// A phone's browser reaches no wallet, and the wallets are on the same phone: each opens this very sign-in in a browser of its own, and
// this page goes on by itself when the person comes back.
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { focusStageHeading } from '../prove/StageHeading.tsx'
import { useStageFocus } from '../prove/use-stage-focus.ts'
import type { DrawRefusal } from '../prove/draw-refusal.ts'
import { Button } from '../ui/Button.tsx'
import { useChapter, useWords } from '../words/use-words.ts'
import { describeWaiting } from './describe.ts'
import { DeviceSheet, refusedBy } from './DeviceSheet.tsx'
import type { DeviceErrand } from './errand.ts'
import { PairRow } from './PairRow.tsx'
import { carriesOn } from './states.ts'
import type { Phase } from './states.ts'
import { useWaiting } from './use-waiting.ts'

export interface OnThisPhoneProps {
  errand: DeviceErrand
  application: string | null
  drawRefusal?: DrawRefusal | undefined
  /** Draws the links into wallets. @param page that they open there */
  children: (page: string) => ReactNode
}

export function OnThisPhone({ errand, application, drawRefusal, children }: OnThisPhoneProps) {
  const all = useWords()
  const words = useChapter('anotherDevice')
  const { state, send } = useWaiting(errand, true)
  const { phase } = state
  const column = useRef<HTMLDivElement>(null)
  const isOut = isLeadingOut(phase)
  const sentences = describeWaiting(state, { all, words, application, onPhone: true })
  useStageFocus(column, phase, isOut ? null : sentences, carriesOn)
  const wasOut = useRef(true)
  useEffect(() => {
    if (wasOut.current && !isOut) focusStageHeading(column.current)
    wasOut.current = isOut
  }, [isOut])
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
        {children(phase.at === 'shown' ? phase.code.link : location.href)}
        {phase.at === 'shown' && <p className="text-small text-soft">{words.onPhone.comeBack}</p>}
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

/** Nothing has come of it yet: the links stand there, whether there is a code for them or not. */
const isLeadingOut = (phase: Phase): boolean =>
  phase.at === 'asking' ||
  phase.at === 'shown' ||
  (phase.at === 'ended' && phase.why === 'ran-out') ||
  (phase.at === 'stalled' && phase.answered === null)
