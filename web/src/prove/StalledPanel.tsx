// The server cannot be reached: says which way, and when the page retries by itself.
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { useWords } from '../words/use-words.ts'
import type { Phase } from '../wallet/states.ts'
import type { Sentences } from './subject.ts'
import { useSecondsLeft, writeMinutes } from './use-seconds-left.ts'
import type { WalletLook } from './WalletRow.tsx'
import { Sheet } from '../ui/Section.tsx'
import { StageHeading } from './StageHeading.tsx'
import { WalletHeader } from './WalletRow.tsx'

export type StalledPhase = Extract<Phase, { at: 'offline' | 'unreachable' | 'rate-limited' }>

interface StalledPanelProps {
  phase: Pick<StalledPhase, 'at' | 'retryAt'>
  sentences: Sentences
  look: WalletLook | null
  onProceed: () => void
  onBack: () => void
}

export function StalledPanel({ phase, sentences, look, onProceed, onBack }: StalledPanelProps): ReactNode {
  const words = useWords().signIn
  return (
    <PanelFrame sentences={sentences} look={look}>
      {phase.at === 'rate-limited' ? (
        <WaitingButton until={phase.retryAt} />
      ) : (
        <Button
          look="main"
          busyLabel={phase.at === 'unreachable' && phase.retryAt === null ? words.trying : undefined}
          onClick={onProceed}
        >
          {words.tryNow}
        </Button>
      )}
      {look && <Button onClick={onBack}>{words.anotherWallet}</Button>}
    </PanelFrame>
  )
}

/** Counts down to when the page goes on by itself; pressing it earlier would only be refused again. */
function WaitingButton({ until }: { until: number | null }) {
  const words = useWords().signIn
  const seconds = useSecondsLeft(until ?? 0)
  const time = seconds < 100 ? `${seconds} s` : writeMinutes(seconds)
  return (
    <Button look="main" className="tabular-nums" busyLabel={seconds > 0 ? words.againIn(time) : words.trying}>
      {words.trying}
    </Button>
  )
}

interface PanelFrameProps {
  sentences: Sentences
  look: WalletLook | null
  /** What marks the wallet's row. */
  mark?: ReactNode
  /** What else there is to say. */
  more?: ReactNode
  /** The ways on, the main one first. */
  children: ReactNode
}

export function PanelFrame({ sentences: { title, text }, look, mark, more, children }: PanelFrameProps) {
  return (
    <>
      <div className="grid gap-1">
        <StageHeading title={title} />
        <p className="text-soft">{text}</p>
      </div>
      {look && (
        <Sheet>
          <WalletHeader look={look} end={mark} />
        </Sheet>
      )}
      {more}
      <div className="grid gap-2">{children}</div>
    </>
  )
}
