// The server cannot be reached: says which way, and when the page retries by itself.
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useTranslations } from 'use-intl'
import type { Phase } from '../wallet/states.ts'
import type { Sentences } from './subject.ts'
import { useSecondsLeft, writeMinutes } from './use-seconds-left.ts'
import type { WalletLook } from './WalletRow.tsx'
import { Sheet } from '../../../ui/Section.tsx'
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
  const t = useTranslations()
  return (
    <PanelFrame sentences={sentences} look={look}>
      {phase.at === 'rate-limited' ? (
        <WaitingButton until={phase.retryAt} />
      ) : (
        <Button
          look="main"
          busyLabel={phase.at === 'unreachable' && phase.retryAt === null ? t('signIn.trying') : undefined}
          onClick={onProceed}
        >
          {t('signIn.tryNow')}
        </Button>
      )}
      {look && <Button onClick={onBack}>{t('signIn.anotherWallet')}</Button>}
    </PanelFrame>
  )
}

/** Counts down to when the page goes on by itself; pressing it earlier would only be refused again. */
function WaitingButton({ until }: { until: number | null }) {
  const t = useTranslations()
  const seconds = useSecondsLeft(until ?? 0)
  const time = seconds < 100 ? `${seconds} s` : writeMinutes(seconds)
  return (
    <Button
      look="main"
      className="tabular-nums"
      busyLabel={seconds > 0 ? t('signIn.againIn', { time }) : t('signIn.trying')}
    >
      {t('signIn.trying')}
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
