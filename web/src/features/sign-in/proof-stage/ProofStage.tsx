// Shows whichever state the proof of a wallet is in. It decides nothing itself.
import { useRef, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { Elsewhere } from '../cross-device/AnotherDeviceButton.tsx'
import { paths } from '../../../api/paths.ts'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../i18n/use-language.ts'
import { openPhases, walletOf } from '../wallet/states.ts'
import type { RunningProof } from '../proof/begin-proof.ts'
import type { DrawRefusal } from '../proof/Panel.tsx'
import { isPhone } from '../no-wallet/offered.ts'
import { KeptOut } from '../proof/KeptOut.tsx'
import { isMessagePhase, MessageStage } from '../proof/MessageStage.tsx'
import { NoWalletStage } from './NoWalletStage.tsx'
import { Panel } from '../proof/Panel.tsx'
import { noWalletSentences, sentencesOf } from '../proof/say.ts'
import { StalledPanel } from '../proof/StalledPanel.tsx'
import { subjectOf } from '../proof/subject.ts'
import { useStageFocus } from '../proof/use-stage-focus.ts'
import { findChosen, lookOfChosen } from '../proof/WalletRow.tsx'
import { WalletList, WalletListPlaceholder } from '../proof/WalletList.tsx'
import type { WalletListProps } from '../proof/WalletList.tsx'
import { Address } from '../../../ui/Address.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Sheet } from '../../../ui/Section.tsx'
import type { SignedInPerson } from '../wallet/states.ts'
import { StageHeading } from '../proof/StageHeading.tsx'
import type { Sentences } from '../proof/subject.ts'

/** Asked once: what a browser says of itself can change while its page is being left. */
const onPhone = isPhone(navigator)

interface ProofStageProps {
  running: RunningProof
  /** Goes on by another device; not where this one is it. */
  elsewhere?: Elsewhere
  /** Where the person goes on to, where an application asks. */
  application?: string | null
  /** Whether the wallets are hidden until the application's request is known. */
  isHeld?: boolean
  /** What there is to know before a wallet is chosen; otherwise what a wallet is. */
  about?: ReactNode
  /** What stands above the wallets as long as none is chosen. */
  before?: ReactNode
  /** Draws the wallets to choose from; otherwise a plain list of them. */
  drawWallets?: (list: WalletListProps) => ReactNode
  /** Draws what a refusal of the server leads to, where it is more than a panel; nothing for the others. */
  drawRefusal?: DrawRefusal
}

export function ProofStage({
  running,
  elsewhere,
  application = null,
  isHeld = false,
  about,
  before,
  drawWallets = (list) => <WalletList {...list} />,
  drawRefusal,
}: ProofStageProps) {
  const t = useTranslations()
  const { proof, discovery } = running
  const state = useSyncExternalStore(proof.subscribe, proof.getSnapshot)
  const found = useSyncExternalStore(discovery.subscribe, discovery.getSnapshot)
  const { phase } = state
  const column = useRef<HTMLDivElement>(null)
  const { locale } = useLanguage()
  const subject = subjectOf(phase, state.purpose, t, locale)
  const sentences =
    phase.at === 'no-wallet'
      ? noWalletSentences(t, onPhone, running.errand === null)
      : sentencesOf(phase, t, subject, application)
  useStageFocus(column, phase, sentences)

  const proceed = () => proof.send({ type: 'proceed' })
  const back = () => proof.send({ type: 'back' })
  const chosen = walletOf(phase)
  const askWallet = () => {
    const wallet = chosen && findChosen(chosen, found.wallets)
    proof.send({ type: 'ask-wallet', wallet: wallet ? { id: wallet.id, name: chosen.name } : null })
  }
  const look = chosen ? lookOfChosen(chosen, found.wallets) : null
  const aboutWallets = about ?? (
    <p className="text-small text-soft">
      {t('signIn.aboutWallets')}{' '}
      <a href={paths.lost()} className="text-seal underline underline-offset-4">
        {t('signIn.lost')}
      </a>
    </p>
  )
  return (
    <div ref={column} className="contents">
      {openPhases.includes(phase.at) && before}
      {draw()}
    </div>
  )

  function draw(): ReactNode {
    if (isHeld || (phase.at === 'choosing' && !found.isReady)) return <WalletListPlaceholder about={aboutWallets} />
    if (isMessagePhase(phase))
      return (
        look && (
          <MessageStage
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
          <>
            {drawWallets({
              phase,
              found,
              onLook: discovery.askAgain,
              about: aboutWallets,
              onChoose: ({ id }, name) => proof.send({ type: 'wallet-chosen', wallet: { id, name } }),
              onCancel: back,
            })}
            {found.missing && phase.at === 'choosing' && <KeptOut running={running} isPhone={onPhone} />}
          </>
        )
      case 'no-wallet':
        return (
          <NoWalletStage
            isPhone={onPhone}
            running={running}
            errand={running.errand}
            application={application}
            drawRefusal={drawRefusal}
            elsewhere={elsewhere}
            onReload={proceed}
          />
        )
      case 'offline':
      case 'unreachable':
      case 'rate-limited':
        return <StalledPanel phase={phase} sentences={sentences} look={look} onProceed={proceed} onBack={back} />
      case 'already-signed-in':
        return <AlreadySignedIn person={phase.person} sentences={sentences} onContinue={proceed} onOther={back} />
      default: {
        const refusal = phase.at === 'refused' ? drawRefusal?.(phase, back) : undefined
        return (
          refusal ?? (
            <Panel
              phase={phase}
              subject={subject}
              sentences={sentences}
              look={look}
              onProceed={proceed}
              onBack={back}
            />
          )
        )
      }
    }
  }
}

interface AlreadySignedInProps {
  person: SignedInPerson
  sentences: Sentences
  onContinue: () => void
  onOther: () => void
}

function AlreadySignedIn({ person, sentences: { title, text }, onContinue, onOther }: AlreadySignedInProps) {
  const t = useTranslations()
  return (
    <>
      <div className="grid gap-1">
        <StageHeading title={title} />
        <p className="text-soft">{text}</p>
      </div>
      {person.address !== null && (
        <Sheet className="px-4 py-3">
          <Address address={person.address} />
        </Sheet>
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
