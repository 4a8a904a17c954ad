import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useTranslations } from 'use-intl'
import type { WalletProofPhase } from '../wallet/wallet-proof-phases.ts'
import type { WalletProofPhaseText } from './wallet-proof-text-placeholders.ts'
import { useCountdownSeconds, formatCountdown } from './use-countdown-seconds.ts'
import type { WalletNameAndIconFields } from './WalletButton.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { FocusablePanelHeading } from './FocusablePanelHeading.tsx'
import { ChosenWalletHeading } from './WalletButton.tsx'

export type WalletProofRetryPhase = Extract<WalletProofPhase, { at: 'offline' | 'unreachable' | 'rate-limited' }>

interface ProofRetryPanelProps {
  phase: Pick<WalletProofRetryPhase, 'at' | 'retryAt'>
  sentences: WalletProofPhaseText
  look: WalletNameAndIconFields | null
  onProceed: () => void
  onBack: () => void
}

export function WalletProofRetryPanel({ phase, sentences, look, onProceed, onBack }: ProofRetryPanelProps): ReactNode {
  const t = useTranslations()
  return (
    <WalletProofPanelLayout sentences={sentences} look={look}>
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
    </WalletProofPanelLayout>
  )
}

/** The button is disabled until the automatic retry, because an earlier retry would be refused. */
function RetryCountdownButton({ until }: { until: number | null }) {
  const t = useTranslations()
  const seconds = useCountdownSeconds(until ?? 0)
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
  sentences: WalletProofPhaseText
  look: WalletNameAndIconFields | null
  mark?: ReactNode
  more?: ReactNode
  children: ReactNode
}

export function WalletProofPanelLayout({
  sentences: { title, text },
  look,
  mark,
  more,
  children,
}: ProofPanelFrameProps) {
  return (
    <>
      <div className="grid gap-1">
        <FocusablePanelHeading title={title} />
        <p className="text-soft">{text}</p>
      </div>
      {look && (
        <Card>
          <ChosenWalletHeading look={look} end={mark} />
        </Card>
      )}
      {more}
      <div className="grid gap-2">{children}</div>
    </>
  )
}
