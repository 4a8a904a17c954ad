// Shows whichever state the proof of a wallet is in. It decides nothing itself.
import { useRef, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { Elsewhere } from '../another-device/use-elsewhere.ts'
import { retryPart } from '../load-part.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { errorWords } from '../ui/problem-words.ts'
import { useSpeech } from '../words/use-words.ts'
import { openPhases, walletOf } from '../wallet/states.ts'
import type { RunningProof } from './begin-proof.ts'
import type { DrawRefusal } from './draw-refusal.ts'
import { isEarly } from './early.ts'
import type { EarlyPhase, LatePhase } from './early.ts'
import { isPhone } from './is-phone.ts'
import { LateKeptOut } from './LateKeptOut.tsx'
import { NoWallet } from './NoWallet.tsx'
import { PanelFrame } from './PanelFrame.tsx'
import { earlySentencesOf, noWalletSentences } from './say.ts'
import type { Sentences } from './say.ts'
import { StalledPanel } from './StalledPanel.tsx'
import { useStageFocus } from './use-stage-focus.ts'
import { useStages } from './use-stages.ts'
import { findChosen, lookOfChosen } from './wallet-look.ts'
import { WalletList, WalletListPlaceholder } from './WalletList.tsx'
import type { WalletListProps } from './WalletList.tsx'

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
  const { words, chapters } = useSpeech()
  const { proof, discovery } = running
  const state = useSyncExternalStore(proof.subscribe, proof.getSnapshot)
  const found = useSyncExternalStore(discovery.subscribe, discovery.getSnapshot)
  const { phase, purpose } = state
  const column = useRef<HTMLDivElement>(null)
  const stages = useStages(phase.at === 'connecting' || !isEarly(phase))
  const isMissing = typeof stages === 'string' && stages !== 'loading' && (phase.at === 'connecting' || !isEarly(phase))
  const missing = isMissing ? (errorWords(words, stages) ?? words.ui.unknownError) : null
  useStageFocus(column, phase, sentencesNow())

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
      {words.signIn.aboutWallets}{' '}
      <a href={paths.lost()} className="text-seal underline underline-offset-4">
        {words.signIn.lost}
      </a>
    </p>
  )
  return (
    <div ref={column} className="contents">
      {openPhases.includes(phase.at) && before}
      {draw()}
    </div>
  )

  function sentencesNow(): Sentences | null {
    if (missing) return { title: missing.title, text: missing.action }
    if (phase.at === 'no-wallet')
      return chapters.noWallet ? noWalletSentences(chapters.noWallet, onPhone, running.errand === null) : null
    if (isEarly(phase)) return earlySentencesOf(phase, words)
    return typeof stages === 'string'
      ? null
      : stages.parts.lateSentencesOf(phase, { words, proving: stages.words, purpose, application })
  }

  function draw(): ReactNode {
    if (isHeld || (phase.at === 'choosing' && !found.isReady)) return <WalletListPlaceholder about={aboutWallets} />
    if (missing) {
      return (
        <PanelFrame sentences={{ title: missing.title, text: missing.action }} look={look}>
          <Button look="main" onClick={() => retryPart(back)}>
            {words.signIn.tryNow}
          </Button>
        </PanelFrame>
      )
    }
    return isEarly(phase) ? drawEarly(phase) : drawLate(phase)
  }

  function drawEarly(phase: EarlyPhase): ReactNode {
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
            {found.missing && phase.at === 'choosing' && <LateKeptOut running={running} isPhone={onPhone} />}
          </>
        )
      case 'no-wallet':
        return (
          <NoWallet
            isPhone={onPhone}
            running={running}
            errand={running.errand}
            application={application}
            drawRefusal={drawRefusal}
            elsewhere={elsewhere}
            onReload={proceed}
          />
        )
      default:
        return (
          <StalledPanel
            phase={phase}
            sentences={earlySentencesOf(phase, words)}
            look={look}
            onProceed={proceed}
            onBack={back}
          />
        )
    }
  }

  function drawLate(phase: LatePhase): ReactNode {
    if (typeof stages === 'string') {
      return chosen ? (
        drawEarly({ at: 'connecting', wallet: chosen, slowAt: 0 })
      ) : (
        <WalletListPlaceholder about={aboutWallets} />
      )
    }
    const { AlreadySignedIn, isMessagePhase, MessageStage, Panel } = stages.parts
    if (phase.at === 'already-signed-in')
      return <AlreadySignedIn person={phase.person} words={stages.words.already} onContinue={proceed} onOther={back} />
    if (isMessagePhase(phase))
      return (
        look && (
          <MessageStage
            phase={phase}
            purpose={purpose}
            words={stages.words}
            look={look}
            application={application}
            onProceed={proceed}
            onAskWallet={askWallet}
            onCancel={back}
          />
        )
      )
    const refusal = phase.at === 'refused' ? drawRefusal?.(phase, back) : undefined
    return (
      refusal ?? (
        <Panel phase={phase} purpose={purpose} words={stages.words} look={look} onProceed={proceed} onBack={back} />
      )
    )
  }
}
