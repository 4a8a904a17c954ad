// The wallet or passkey is on another device: shows a code for it, follows how far it is there, and hands in what was signed.
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { isLocal } from '../demonstration-wallet/is-local.ts'
import type { DrawRefusal } from '../prove/draw-refusal.ts'
import { focusStageHeading } from '../prove/StageHeading.tsx'
import { useStageFocus } from '../prove/use-stage-focus.ts'
import { useChapter, useWords } from '../words/use-words.ts'
import { describeWaiting } from './describe.ts'
import { DeviceSheet, refusedBy } from './DeviceSheet.tsx'
import type { DeviceErrand } from './errand.ts'
import { OnThisComputer } from './OnThisComputer.tsx'
import { carriesOn, isWatched } from './states.ts'
import { useAsides } from './use-asides.ts'
import { useWaiting } from './use-waiting.ts'

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
  const all = useWords()
  const words = useChapter('anotherDevice')
  const { state, send } = useWaiting(errand)
  const { phase } = state
  const column = useRef<HTMLDivElement>(null)
  const sentences = describeWaiting(state, { all, words, application, onPhone: false })
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
