import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import { useEffect } from 'react'
import type { CSSProperties } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Identicon } from '../../../ui/Identicon.tsx'
import { normalizeWalletAddress } from '../../../ui/wallet-address-format.ts'
import { Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import type { WalletMessageToSign, WalletProofPhase } from '../wallet/wallet-proof-phases.ts'
import { PendingWalletOwnerApprovalPanel } from './PendingWalletOwnerApprovalPanel.tsx'
import { deletePendingOwnerApproval } from './awaited-contract-signature-storage.ts'
import { maxMessageBoxHeight } from './ScrollableMessageBox.tsx'
import { SignInMessagePreview } from './SignInMessagePreview.tsx'
import { Spinner } from './Spinner.tsx'
import { FocusablePanelHeading } from './FocusablePanelHeading.tsx'
import type { WalletProofTextPlaceholders } from './wallet-proof-text-placeholders.ts'
import { useCountdownSeconds, formatCountdown } from './use-countdown-seconds.ts'
import { ChosenWalletHeading } from './WalletButton.tsx'
import type { WalletNameAndIconFields } from './WalletButton.tsx'

type SimpleSigningPhase = Exclude<MessageSigningPhase, { at: 'awaiting' }>

interface MessageSigningStageProps {
  phase: MessageSigningPhase
  subject: WalletProofTextPlaceholders
  look: WalletNameAndIconFields
  application: string | null
  onProceed: () => void
  onAskWallet: () => void
  onCancel: () => void
}

export function WalletProofSigningPanel({
  phase,
  subject,
  look,
  application,
  onProceed,
  onAskWallet,
  onCancel,
}: MessageSigningStageProps) {
  const t = useTranslations()
  const draft = getMessageDraft(phase)
  const isDone = phase.at === 'done'
  useForgetCompletedApproval(phase)
  return (
    // This is a flex container, not a grid, because sticky elements cannot leave their grid row.
    <div style={{ display: 'flex', flexDirection: 'column', gap: '1rem' }}>
      <FocusablePanelHeading title={getMessageSigningTitle(phase, t, subject)} className={isDone ? 'text-seal' : ''} />
      <Card className="relative overflow-hidden">
        <ChosenWalletHeading
          look={look}
          end={isDone ? <Icon name="done" className="text-seal" /> : <Spinner className="text-seal" />}
        />
        <div className="border-t border-line">
          {draft ? <SignInMessagePreview draft={draft} purpose={subject.purpose} /> : <DocumentPlaceholder />}
        </div>
        {isDone && <AnimatedSeal address={phase.signed.address} />}
      </Card>
      {phase.at === 'awaiting' ? (
        <PendingWalletOwnerApprovalPanel
          phase={phase}
          subject={subject}
          walletKey={look.key}
          onCheck={onProceed}
          onAskWallet={onAskWallet}
          onCancel={onCancel}
        />
      ) : (
        <SigningActions
          phase={phase}
          subject={subject}
          application={application}
          onProceed={onProceed}
          onCancel={onCancel}
        />
      )}
    </div>
  )
}

function getMessageDraft(phase: MessageSigningPhase): WalletMessageToSign | null {
  if ('draft' in phase) return phase.draft
  return 'signed' in phase ? phase.signed : null
}

export function getMessageSigningTitle(
  phase: MessageSigningPhase,
  t: Translate,
  { purpose, address, wallet }: WalletProofTextPlaceholders,
): string {
  switch (phase.at) {
    case 'preparing':
      return t('proving.message.preparing')
    case 'awaiting': {
      const owners = phase.draft.contract?.owners
      return owners ? t('proving.awaiting.titleOf', owners) : t('proving.awaiting.title')
    }
    case 'done':
      return purpose === 'sign-in'
        ? t('proving.done.title.signedInAs', { name: phase.name ?? address })
        : t('proving.done.title.confirmed')
    case 'checking':
      return t('proving.message.checkingText')
    default:
      return t('proving.message.approve', { wallet })
  }
}

function useForgetCompletedApproval(phase: MessageSigningPhase): void {
  const over = phase.at === 'done' ? phase.signed.challengeId : null
  useEffect(() => (over === null ? undefined : deletePendingOwnerApproval(over)), [over])
}

interface SigningActionsProps extends Omit<MessageSigningStageProps, 'look' | 'phase' | 'onAskWallet'> {
  phase: SimpleSigningPhase
}

function SigningActions({ phase, subject, application, onProceed, onCancel }: SigningActionsProps) {
  const t = useTranslations()
  const { label, busyLabel, text } = describeSigningAction(phase, t, subject, application)
  const isOut = phase.at === 'signing' || phase.at === 'signature-open' || phase.at === 'message-ready'
  return (
    <div className="grid gap-3" style={getStickyStyle(subject.purpose)}>
      <p className="min-h-[2lh] text-small">
        {text} {isOut && <TimeLeft until={phase.draft.expiresAt} />}
      </p>
      <div className="flex gap-2">
        <Button look="main" className="flex-1" busyLabel={busyLabel} onClick={onProceed}>
          {label}
        </Button>
        {phase.at !== 'checking' && phase.at !== 'done' && <Button onClick={onCancel}>{t('signIn.cancel')}</Button>}
      </div>
    </div>
  )
}

const getStickyStyle = (purpose: WalletProofTextPlaceholders['purpose']): CSSProperties => ({
  position: 'sticky',
  // Below a height of 28rem, the buttons would cover much of the page, so they scroll with it.
  bottom: 'min(0px, (100dvh - 28rem) * 9)',
  paddingBlock: '0.5rem max(0.5rem, env(safe-area-inset-bottom))',
  background: `var(--color-${purpose === 'sign-in' || purpose === 'elsewhere' ? 'paper' : 'sheet'})`,
})

interface SigningAction {
  label: string
  busyLabel: string | undefined
  text: string
}

export function describeSigningAction(
  phase: SimpleSigningPhase,
  t: Translate,
  { wallet }: WalletProofTextPlaceholders,
  application: string | null,
): SigningAction {
  switch (phase.at) {
    case 'preparing':
      return {
        label: t('proving.message.preparing'),
        busyLabel: t('proving.message.preparing'),
        text: t('proving.message.free'),
      }
    case 'message-ready':
      return {
        label: t('proving.message.waiting'),
        busyLabel: t('proving.message.opening'),
        text: t('proving.message.free'),
      }
    case 'signing':
      if (phase.slowAt === null)
        return {
          label: t('proving.message.sendAgain'),
          busyLabel: undefined,
          text: t('proving.message.slow', { wallet }),
        }
      return {
        label: t('proving.message.waiting'),
        busyLabel: t('proving.message.waiting'),
        text: t('proving.message.free'),
      }
    case 'signature-open':
      return { label: t('proving.message.askAgain'), busyLabel: undefined, text: t('proving.message.open', { wallet }) }
    case 'checking':
      return {
        label: t('proving.message.checking'),
        busyLabel: t('proving.message.checking'),
        text: t('proving.message.free'),
      }
    case 'done':
      return {
        label: t('proving.done.main'),
        busyLabel: undefined,
        text: application === null ? t('proving.done.goingOn') : t('proving.done.goingTo', { application }),
      }
  }
}

export function TimeLeft({ until }: { until: number }) {
  const t = useTranslations()
  const seconds = useCountdownSeconds(until)
  return (
    <span className="text-soft tabular-nums">{t('proving.message.validFor', { time: formatCountdown(seconds) })}</span>
  )
}

function AnimatedSeal({ address }: { address: string }) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute right-2 bottom-2 rounded-full bg-sheet p-1">
      <Identicon identifier={normalizeWalletAddress(address)} size={96} className="rosette-drawn" />
    </div>
  )
}

function DocumentPlaceholder() {
  return (
    <div
      aria-hidden="true"
      className="skeleton grid content-start gap-4 px-4 py-4"
      style={{ minHeight: `calc(min(14rem, ${maxMessageBoxHeight}) + 4.75rem)` }}
    >
      <span className="h-5 w-4/5 rounded-control bg-sunk" />
      <span className="h-4 w-2/5 rounded-control bg-sunk" />
      <span className="h-4 w-3/5 rounded-control bg-sunk" />
      <span className="h-4 w-1/2 rounded-control bg-sunk" />
    </div>
  )
}

const signingPhaseNames = [
  'preparing',
  'message-ready',
  'signing',
  'signature-open',
  'awaiting',
  'checking',
  'done',
] as const

export type MessageSigningPhase = Extract<WalletProofPhase, { at: (typeof signingPhaseNames)[number] }>

export const isMessageSigningPhase = (phase: WalletProofPhase): phase is MessageSigningPhase =>
  (signingPhaseNames as readonly string[]).includes(phase.at)
