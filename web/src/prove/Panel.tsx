// A state in which the person decides what happens next: what happened, what to do, one main button, one way out.
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { cleanText } from '../ui/clean-text.ts'
import { Icon } from '../ui/Icon.tsx'
import { errorWords } from '../ui/problem-words.ts'
import { dayAndTime } from '../ui/relative-time.ts'
import type { PanelWords, ProofSubject } from '../words/en/proving.ts'
import type { ProvingWords, Words } from '../words/shape.ts'
import { useSpeech, useWords } from '../words/use-words.ts'
import type { Purpose } from '../wallet/purpose.ts'
import { walletOf } from '../wallet/states.ts'
import type { Phase, PhaseName } from '../wallet/states.ts'
import type { MessagePhase } from './MessageStage.tsx'
import { PanelFrame } from './StalledPanel.tsx'
import type { StalledPhase } from './StalledPanel.tsx'
import { subjectOf } from './subject.ts'
import type { Sentences } from './subject.ts'
import type { WalletLook } from './WalletRow.tsx'
import type { ReactNode } from 'react'

export type PanelPhase = Exclude<
  Phase,
  MessagePhase | StalledPhase | { at: 'discovering' | 'choosing' | 'no-wallet' | 'connecting' | 'already-signed-in' }
>

interface PanelProps {
  phase: PanelPhase
  purpose: Purpose
  words: ProvingWords
  look: WalletLook | null
  onProceed: () => void
  onBack: () => void
}

/** States whose main button leads to the other wallets already. */
const leadsBack: ReadonlySet<PhaseName> = new Set<PhaseName>(['cannot-sign', 'suspended'])
/** States in which something failed, as against something that the person chose. */
const deservesAttention: ReadonlySet<PhaseName> = new Set<PhaseName>([
  'wallet-failed',
  'cannot-sign',
  'other-signer',
  'refused',
  'suspended',
])

export function Panel({ phase, purpose, words, look, onProceed, onBack }: PanelProps) {
  const all = useWords()
  const { locale } = useSpeech()
  const subject = subjectOf(phase, purpose)
  // The same wallet would only be refused again.
  const isHeld = phase.at === 'refused' && phase.code === 'wallet.held'
  return (
    <PanelFrame
      sentences={describePanel(phase, all, words, subject)}
      look={look}
      mark={deservesAttention.has(phase.at) && <Icon name="attention" className="text-amber" />}
      more={moreOf(phase, words, locale)}
    >
      <Button look="main" onClick={isHeld ? onBack : onProceed}>
        {phase.at === 'refused'
          ? (refusalOf(phase.code, words)?.main(subject) ?? words.tryAgain)
          : words.panels[phase.at].main(subject)}
      </Button>
      {walletOf(phase) && !isHeld && !leadsBack.has(phase.at) && (
        <Button onClick={onBack}>{all.signIn.anotherWallet}</Button>
      )}
      <ToInspector phase={phase} label={words.inspect} />
    </PanelFrame>
  )
}

function moreOf(phase: PanelPhase, words: ProvingWords, locale: string) {
  if (phase.at === 'refused' && phase.until !== undefined)
    return <p>{words.heldUntil(dayAndTime(Date.parse(phase.until), locale))}</p>
  if (phase.at === 'wallet-failed')
    return phase.said !== '' && <Said title={words.said(phase.wallet.name)} said={phase.said} />
  return (
    phase.at === 'suspended' &&
    phase.reason !== null && (
      <p className="[overflow-wrap:anywhere]">{words.reasonGiven(cleanText(phase.reason, 400))}</p>
    )
  )
}

/** What happened and what to do, in words; a refusal has those of the error catalogue, unless it can name the chain. */
export function describePanel(
  phase: PanelPhase,
  words: Words,
  proving: ProvingWords,
  subject: ProofSubject,
): Sentences {
  if (phase.at === 'refused') {
    const refusal = refusalOf(phase.code, proving)
    if (refusal) return { title: refusal.title(subject), text: refusal.text(subject) }
    const { title, action } = errorWords(words, phase.code) ?? words.ui.unknownError
    return { title, text: action }
  }
  const panel = proving.panels[phase.at]
  return { title: panel.title(subject), text: panel.text(subject) }
}

const refusalOf = (code: string, { refusals }: ProvingWords): PanelWords | undefined =>
  Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : undefined

/** Where what was signed is refused for what it is, it can be looked into, message and signature at their places. */
function ToInspector({ phase, label }: { phase: PanelPhase; label: string }) {
  const isOfProof = phase.at === 'other-signer' || (phase.at === 'refused' && /^(message|sign)/.test(phase.code))
  if (!isOfProof || !phase.signed) return null
  const { text, signature } = phase.signed
  return (
    <ButtonLink look="bare" href={paths.inspector({ message: text, signature })}>
      {label}
    </ButtonLink>
  )
}

/** The wallet's own words: a stranger's text, shown as such. */
function Said({ title, said }: { title: string; said: string }) {
  return (
    <details className="text-small">
      <summary className="text-soft">{title}</summary>
      <p className="mt-2 rounded-control bg-sunk px-3 py-2 font-mono text-caption [overflow-wrap:anywhere]">{said}</p>
    </details>
  )
}

/** The server refused the proof. */
export type Refused = Extract<Phase, { at: 'refused' }>

/** Draws it; nothing for the others. @param back leads to the wallets again */
export type DrawRefusal = (phase: Refused, back: () => void) => ReactNode
