// "Sign elsewhere": the person copies the message, signs it in any wallet, and pastes the signature.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { focusPanelHeading } from '../proof-flow/FocusablePanelHeading.tsx'
import type { ManualSigningOptions } from '../proof-flow/manual-signing-options.ts'
import { useWalletProofFocus } from '../proof-flow/use-wallet-proof-focus.ts'
import { WalletProofOutcomePanel } from '../proof-flow/WalletProofOutcomePanel.tsx'
import type { WalletProofRefusalRenderer } from '../proof-flow/WalletProofOutcomePanel.tsx'
import { WalletProofRetryPanel } from '../proof-flow/WalletProofRetryPanel.tsx'
import { isMessageSigningPhase, WalletProofSigningPanel } from '../proof-flow/WalletProofSigningPanel.tsx'
import { getWalletProofTextPlaceholders } from '../proof-flow/wallet-proof-text-placeholders.ts'
import type { WalletProofPhaseText, WalletProofTextPlaceholders } from '../proof-flow/wallet-proof-text-placeholders.ts'
import type { WalletProofChallenge, WalletProofPhase } from '../wallet/wallet-proof-phases.ts'
import type { WalletProofStateMachineRunner } from '../wallet/wallet-proof-state-machine-runner.ts'
import {
  describeManualSigningPhase,
  getManualSigningStep,
  isManualMessagePhase,
} from './describe-manual-signing-phase.ts'
import type { ManualMessagePhase } from './describe-manual-signing-phase.ts'
import { getChainOfPastedAddress } from './find-address-refusal.ts'
import { ManualAddressForm } from './ManualAddressForm.tsx'
import { ManualSignatureForm } from './ManualSignatureForm.tsx'
import type { PastedWalletAddress } from './parse-pasted-wallet-address.ts'
import { startManualSigning } from './start-manual-signing.ts'
import type { RunningManualSigning } from './start-manual-signing.ts'

export interface ManualSigningPanelProps {
  options: ManualSigningOptions
  /** The proof with wallets of this browser, whose challenge names the accepted chains. */
  pageProof: Pick<WalletProofStateMachineRunner, 'subscribe' | 'getSnapshot'>
  application?: string | null
  about?: ReactNode
  onBack: () => void
  drawRefusal?: WalletProofRefusalRenderer | undefined
}

export function ManualSigningPanel(props: ManualSigningPanelProps) {
  const t = useTranslations()
  const [running, setRunning] = useState<RunningManualSigning | null>(null)
  /** Fixed at mount. */
  const first = useRef({ options: props.options, name: t('manualSigning.wallet') })
  useEffect(() => {
    const begun = startManualSigning(first.current.options, first.current.name)
    setRunning(begun)
    return begun.stop
  }, [])
  return running && <RunningManualSigningPanel {...props} running={running} />
}

const noSteps: ReadonlySet<string> = new Set()

function RunningManualSigningPanel({
  running,
  options: { purpose },
  pageProof,
  application = null,
  about,
  onBack,
  drawRefusal,
}: ManualSigningPanelProps & { running: RunningManualSigning }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const { proof } = running
  const { phase } = useSyncExternalStore(proof.subscribe, proof.getSnapshot)
  const accepted = useLastChallenge(pageProof)
  const column = useRef<HTMLDivElement>(null)
  const subject = getWalletProofTextPlaceholders(phase, purpose, t, locale)
  const sentences = describeManualSigningPhase(phase, t, subject, application)
  useWalletProofFocus(column, { at: getManualSigningStep(phase) }, sentences, noSteps)
  useEffect(() => focusPanelHeading(column.current), [])
  // The person asked for another wallet.
  const isLeft = phase.at === 'choosing'
  useEffect(() => {
    if (isLeft) onBack()
  })

  const proceed = () => proof.send({ type: 'proceed' })
  const name = t('manualSigning.wallet')
  const panel = {
    subject,
    sentences,
    look: { name, icon: null, distinction: null, key: 'manual' },
    onProceed: proceed,
    onSwitchChain: (chainId: string) => proof.send({ type: 'chain-chosen', chainId }),
    onBack,
  }
  return (
    <div ref={column} className="contents">
      {draw()}
    </div>
  )

  function draw(): ReactNode {
    if (getManualSigningStep(phase) === 'address')
      return <AddressStep {...panel} {...accepted} phase={phase} purpose={purpose} running={running} about={about} />
    if (isManualMessagePhase(phase)) return <MessageStep {...panel} phase={phase} purpose={purpose} running={running} />
    if (isMessageSigningPhase(phase))
      return (
        <WalletProofSigningPanel
          {...panel}
          phase={phase}
          application={application}
          onAskWallet={proceed}
          onCancel={onBack}
        />
      )
    switch (phase.at) {
      case 'discovering':
      case 'choosing':
      case 'no-wallet':
      case 'connecting':
      case 'already-signed-in':
        return null
      case 'offline':
      case 'unreachable':
      case 'rate-limited':
        return <WalletProofRetryPanel {...panel} phase={phase} />
      default:
        return (
          (phase.at === 'refused' ? drawRefusal?.(phase, onBack) : undefined) ?? (
            <WalletProofOutcomePanel {...panel} phase={phase} />
          )
        )
    }
  }
}

interface StepProps {
  subject: WalletProofTextPlaceholders
  purpose: ManualSigningOptions['purpose']
  running: RunningManualSigning
  onProceed: () => void
  onBack: () => void
}

interface AddressStepProps extends StepProps {
  sentences: WalletProofPhaseText
  phase: WalletProofPhase
  challenge: WalletProofChallenge | null
  isLoading: boolean
  about: ReactNode
}

function AddressStep({ phase, running: { wallet }, challenge, purpose, onProceed, onBack, ...rest }: AddressStepProps) {
  const refused = phase.at === 'other-address' ? phase.connected.address : null
  const enter = (entered: PastedWalletAddress) => {
    if (refused !== null) onProceed()
    wallet.enterAddress(entered.address, getChainOfPastedAddress(entered, challenge))
  }
  return (
    <ManualAddressForm
      key={refused}
      {...rest}
      purpose={purpose}
      accepted={challenge}
      first={wallet.getAddress() || getOnlyAcceptedAddress(purpose)}
      refused={refused}
      onEnter={enter}
      onCancel={onBack}
    />
  )
}

function MessageStep({
  phase,
  subject,
  purpose,
  running,
  onProceed,
  onBack,
}: StepProps & { phase: ManualMessagePhase }) {
  const { proof, wallet, changeAddress } = running
  const sign = (signature: string) => {
    // The message is shown for a moment before the wallet is asked to sign it.
    if (proof.getSnapshot().phase.at === 'message-ready') onProceed()
    wallet.enterSignature(signature)
  }
  return (
    <ManualSignatureForm
      phase={phase}
      subject={subject}
      purpose={purpose.for}
      onSign={sign}
      onChangeAddress={changeAddress}
      onCancel={onBack}
    />
  )
}

/** The accepted chains stay known while the challenge is renewed. */
function useLastChallenge({ subscribe, getSnapshot }: ManualSigningPanelProps['pageProof']) {
  const { slot } = useSyncExternalStore(subscribe, getSnapshot)
  const [last, setLast] = useState<WalletProofChallenge | null>(null)
  const challenge = slot.at === 'ready' ? slot.challenge : last
  if (challenge !== last) setLast(challenge)
  return { challenge, isLoading: challenge === null && slot.at === 'requested' }
}

const getOnlyAcceptedAddress = (purpose: ManualSigningOptions['purpose']): string =>
  purpose.for !== 'sign-in' && purpose.for !== 'link' && purpose.addresses.length === 1
    ? (purpose.addresses[0] ?? '')
    : ''
