// The server cannot be reached: says which way, and when the page retries by itself.
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useTranslations } from 'use-intl'
import type { WalletProofPhase } from '../wallet/wallet-proof-phases.ts'
import type { ProofPhaseText } from './proof-text-values.ts'
import { useSecondsLeft, formatCountdown } from './use-seconds-left.ts'
import type { WalletAppearance } from './WalletButton.tsx'
import { Card } from '../../../ui/Section.tsx'
import { ProofStageHeading } from './ProofStageHeading.tsx'
import { WalletHeader } from './WalletButton.tsx'

export type ProofRetryPhase = Extract<WalletProofPhase, { at: 'offline' | 'unreachable' | 'rate-limited' }>

interface ProofRetryPanelProps {
  phase: Pick<ProofRetryPhase, 'at' | 'retryAt'>
  sentences: ProofPhaseText
  look: WalletAppearance | null
  onProceed: () => void
  onBack: () => void
}

export function ProofRetryPanel({ phase, sentences, look, onProceed, onBack }: ProofRetryPanelProps): ReactNode {
  const t = useTranslations()
  return (
    <ProofPanelFrame sentences={sentences} look={look}>
      {phase.at === 'rate-limited' ? (
        <RetryCountdownButton until={phase.retryAt} />
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
    </ProofPanelFrame>
  )
}

/** Counts down to when the page goes on by itself; pressing it earlier would only be refused again. */
function RetryCountdownButton({ until }: { until: number | null }) {
  const t = useTranslations()
  const seconds = useSecondsLeft(until ?? 0)
  const time = seconds < 100 ? `${seconds} s` : formatCountdown(seconds)
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

interface ProofPanelFrameProps {
  sentences: ProofPhaseText
  look: WalletAppearance | null
  /** What marks the wallet's row. */
  mark?: ReactNode
  /** What else there is to say. */
  more?: ReactNode
  /** The ways on, the main one first. */
  children: ReactNode
}

export function ProofPanelFrame({ sentences: { title, text }, look, mark, more, children }: ProofPanelFrameProps) {
  return (
    <>
      <div className="grid gap-1">
        <ProofStageHeading title={title} />
        <p className="text-soft">{text}</p>
      </div>
      {look && (
        <Card>
          <WalletHeader look={look} end={mark} />
        </Card>
      )}
      {more}
      <div className="grid gap-2">{children}</div>
    </>
  )
}
