import { useRef, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { PanelSwitch } from '../proof-flow/use-panel-switch.ts'
import { frontEndPagePaths } from '../../../api/front-end-page-paths.ts'
import { useTranslations } from 'use-intl'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { walletProofPhasesBeforeChoice, getChosenWalletOfProof } from '../wallet/wallet-proof-phases.ts'
import type { RunningWalletProof } from '../proof-flow/start-wallet-proof.ts'
import type { WalletProofRefusalRenderer } from '../proof-flow/WalletProofOutcomePanel.tsx'
import { isMobileDevice } from '../no-wallet/list-offered-wallets.ts'
import { BlockedOrMissingWalletNotice } from '../proof-flow/BlockedOrMissingWalletNotice.tsx'
import { isMessageSigningPhase, WalletProofSigningPanel } from '../proof-flow/WalletProofSigningPanel.tsx'
import { NoWalletFoundPanel } from './NoWalletFoundPanel.tsx'
import type { MethodsWithoutWallet } from './NoWalletFoundPanel.tsx'
import { WalletProofOutcomePanel } from '../proof-flow/WalletProofOutcomePanel.tsx'
import { getNoWalletFoundText, getWalletProofPhaseText } from '../proof-flow/wallet-proof-phase-texts.ts'
import { WalletProofRetryPanel } from '../proof-flow/WalletProofRetryPanel.tsx'
import { getWalletProofTextPlaceholders } from '../proof-flow/wallet-proof-text-placeholders.ts'
import { useWalletProofFocus } from '../proof-flow/use-wallet-proof-focus.ts'
import { findChosenWalletInList, getChosenWalletNameAndIcon } from '../proof-flow/WalletButton.tsx'
import { WalletList, WalletListPlaceholder } from '../proof-flow/WalletList.tsx'
import type { WalletListProps } from '../proof-flow/WalletList.tsx'
import { WalletAddress } from '../../../ui/WalletAddress.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import type { SignedInPerson } from '../wallet/wallet-proof-phases.ts'
import { FocusablePanelHeading } from '../proof-flow/FocusablePanelHeading.tsx'
import type { WalletProofPhaseText } from '../proof-flow/wallet-proof-text-placeholders.ts'

/** Read only once, because the values can change while the page unloads. */
const isOnPhone = isMobileDevice(navigator)

interface WalletProofStageProps {
  running: RunningWalletProof
  elsewhere?: PanelSwitch
  application?: string | null
  isHeld?: boolean
  about?: ReactNode
  before?: ReactNode
  /** A notice below the heading of the wallet list. */
  lead?: ReactNode
  withoutWallet?: MethodsWithoutWallet
  drawWallets?: (list: WalletListProps) => ReactNode
  drawRefusal?: WalletProofRefusalRenderer
}

export function WalletProofPanel({
  running,
  elsewhere,
  application = null,
  isHeld = false,
  about,
  before,
  lead,
  withoutWallet,
  drawWallets = (list) => <WalletList {...list} />,
  drawRefusal,
}: WalletProofStageProps) {
  const { proof } = running
  const { phase, found, subject, sentences } = useProofView(running, application)
  const column = useRef<HTMLDivElement>(null)
  useWalletProofFocus(column, phase, sentences)

  const proceed = () => proof.send({ type: 'proceed' })
  const back = () => proof.send({ type: 'back' })
  const chosen = getChosenWalletOfProof(phase)
  const askWallet = () => {
    const wallet = chosen && findChosenWalletInList(chosen, found.wallets)
    proof.send({ type: 'ask-wallet', wallet: wallet ? { id: wallet.id, name: chosen.name } : null })
  }
  const look = chosen ? getChosenWalletNameAndIcon(chosen, found.wallets) : null
  const aboutWallets = about ?? <AboutWallets />
  return (
    <div ref={column} className="contents">
      {walletProofPhasesBeforeChoice.includes(phase.at) && before}
      {draw()}
    </div>
  )

  function draw(): ReactNode {
    if (isHeld || (phase.at === 'choosing' && !found.isReady)) return <WalletListPlaceholder about={aboutWallets} />
    if (isMessageSigningPhase(phase))
      return (
        look && (
          <WalletProofSigningPanel
            phase={phase}
            subject={subject}
            look={look}
            application={application}
            onProceed={proceed}
            onAskWallet={askWallet}
            onCancel={back}
          />
        )
      )
    switch (phase.at) {
      case 'discovering':
        return <WalletListPlaceholder about={aboutWallets} />
      case 'choosing':
      case 'connecting':
        return (
          <WalletChoice
            running={running}
            phase={phase}
            found={found}
            about={aboutWallets}
            lead={lead}
            drawWallets={drawWallets}
            onCancel={back}
          />
        )
      case 'no-wallet':
        return (
          <NoWalletFoundPanel
            isPhone={isOnPhone}
            running={running}
            crossDeviceOptions={running.crossDeviceOptions}
            application={application}
            drawRefusal={drawRefusal}
            elsewhere={elsewhere}
            {...withoutWallet}
            onReload={proceed}
          />
        )
      case 'offline':
      case 'unreachable':
      case 'rate-limited':
        return (
          <WalletProofRetryPanel phase={phase} sentences={sentences} look={look} onProceed={proceed} onBack={back} />
        )
      case 'already-signed-in':
        return <AlreadySignedIn person={phase.person} sentences={sentences} onContinue={proceed} onOther={back} />
      default:
        return (
          (phase.at === 'refused' ? drawRefusal?.(phase, back) : undefined) ?? (
            <WalletProofOutcomePanel
              phase={phase}
              subject={subject}
              sentences={sentences}
              look={look}
              onProceed={proceed}
              onSwitchChain={(chainId) => proof.send({ type: 'chain-chosen', chainId })}
              onBack={back}
            />
          )
        )
    }
  }
}

interface WalletChoiceProps extends Pick<WalletListProps, 'phase' | 'found' | 'about' | 'lead' | 'onCancel'> {
  running: RunningWalletProof
  drawWallets: (list: WalletListProps) => ReactNode
}

function WalletChoice({ running, phase, found, about, lead, drawWallets, onCancel }: WalletChoiceProps) {
  const { proof, discovery } = running
  return (
    <>
      {drawWallets({
        phase,
        found,
        onLook: discovery.rediscover,
        about,
        lead,
        onChoose: ({ id }, name) => proof.send({ type: 'wallet-chosen', wallet: { id, name } }),
        onCancel,
      })}
      {found.missing && phase.at === 'choosing' && (
        <BlockedOrMissingWalletNotice running={running} isPhone={isOnPhone} />
      )}
    </>
  )
}

function useProofView({ proof, discovery, crossDeviceOptions }: RunningWalletProof, application: string | null) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const { phase, purpose } = useSyncExternalStore(proof.subscribe, proof.getSnapshot)
  const found = useSyncExternalStore(discovery.subscribe, discovery.getSnapshot)
  const subject = getWalletProofTextPlaceholders(phase, purpose, t, locale)
  const sentences =
    phase.at === 'no-wallet'
      ? getNoWalletFoundText(t, isOnPhone, crossDeviceOptions === null)
      : getWalletProofPhaseText(phase, t, subject, application)
  return { phase, found, subject, sentences }
}

function AboutWallets() {
  const t = useTranslations()
  return (
    <p className="text-small text-soft">
      {t('signIn.aboutWallets')}{' '}
      <a href={frontEndPagePaths.recoveryHelp()} className="text-seal underline underline-offset-4">
        {t('signIn.lost')}
      </a>
    </p>
  )
}

interface AlreadySignedInProps {
  person: SignedInPerson
  sentences: WalletProofPhaseText
  onContinue: () => void
  onOther: () => void
}

function AlreadySignedIn({ person, sentences: { title, text }, onContinue, onOther }: AlreadySignedInProps) {
  const t = useTranslations()
  return (
    <>
      <div className="grid gap-1">
        <FocusablePanelHeading title={title} />
        <p className="text-soft">{text}</p>
      </div>
      {person.address !== null && (
        <Card className="px-4 py-3">
          <WalletAddress address={person.address} />
        </Card>
      )}
      <div className="grid gap-2">
        <Button look="main" onClick={onContinue}>
          {t('proving.already.main')}
        </Button>
        <Button onClick={onOther}>{t('proving.already.other')}</Button>
      </div>
    </>
  )
}
