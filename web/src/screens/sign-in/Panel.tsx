// A state in which the person decides what happens next: what happened, what to do, one main button, one way out.
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Sheet } from '../../ui/Section.tsx'
import { errorWords } from '../../ui/problem-words.ts'
import type { Words } from '../../words/shape.ts'
import { useWords } from '../../words/use-words.ts'
import { walletOf } from '../../wallet/states.ts'
import type { Phase, PhaseName } from '../../wallet/states.ts'
import { StageHeading } from './StageHeading.tsx'
import { subjectOf } from './subject.ts'
import { useSecondsLeft, writeMinutes } from './use-seconds-left.ts'
import { WalletHeader } from './WalletRow.tsx'
import type { WalletLook } from './WalletRow.tsx'

type PanelName = keyof Words['signIn']['panels']
export type PanelPhase = Extract<Phase, { at: PanelName | 'refused' | 'unreachable' | 'rate-limited' }>

interface PanelProps {
  phase: PanelPhase
  look: WalletLook | null
  onProceed: () => void
  onBack: () => void
}

/** States whose main button leads to the other wallets already. */
const leadsBack: ReadonlySet<PhaseName> = new Set<PhaseName>(['cannot-sign', 'suspended'])
/** States in which something failed, as against something that the person chose. */
const deservesAttention: ReadonlySet<PhaseName> = new Set<PhaseName>(['wallet-failed', 'cannot-sign', 'other-signer', 'refused', 'suspended'])

export function Panel({ phase, look, onProceed, onBack }: PanelProps) {
  const words = useWords()
  const { title, text } = describePanel(phase, words)
  return (
    <>
      <div className="grid gap-1">
        <StageHeading title={title} />
        <p className="text-soft">{text}</p>
      </div>
      {look && (
        <Sheet>
          <WalletHeader look={look} end={deservesAttention.has(phase.at) && <Icon name="attention" className="text-amber" />} />
        </Sheet>
      )}
      {phase.at === 'wallet-failed' && phase.said !== '' && <Said wallet={phase.wallet.name} said={phase.said} />}
      <div className="grid gap-2">
        <MainButton phase={phase} onProceed={onProceed} />
        {walletOf(phase) && !leadsBack.has(phase.at) && <Button onClick={onBack}>{words.signIn.anotherWallet}</Button>}
        <ToInspector phase={phase} />
      </div>
    </>
  )
}

/** What happened and what to do, in words; a refusal has those of the error catalogue. */
export function describePanel(phase: PanelPhase, words: Words): { title: string; text: string } {
  const subject = subjectOf(phase)
  const { signIn, ui } = words
  switch (phase.at) {
    case 'rate-limited':
      return { title: signIn.tooManyTries, text: signIn.tooManyTriesText }
    case 'unreachable':
      return { title: (errorWords(words, phase.code) ?? ui.unknownError).title, text: signIn.goesOnByItself }
    case 'refused': {
      const { title, action } = errorWords(words, phase.code) ?? ui.unknownError
      return { title, text: action }
    }
    default: {
      const panel = signIn.panels[phase.at]
      return { title: panel.title(subject), text: panel.text(subject) }
    }
  }
}

function MainButton({ phase, onProceed }: Pick<PanelProps, 'phase' | 'onProceed'>): ReactNode {
  const words = useWords().signIn
  switch (phase.at) {
    case 'rate-limited':
      return <WaitingButton until={phase.retryAt} />
    case 'unreachable':
      return (
        <Button look="main" busyLabel={phase.retryAt === null ? words.trying : undefined} onClick={onProceed}>
          {words.tryNow}
        </Button>
      )
    case 'refused':
      return (
        <Button look="main" onClick={onProceed}>
          {words.tryAgain}
        </Button>
      )
    default:
      return (
        <Button look="main" onClick={onProceed}>
          {words.panels[phase.at].main(subjectOf(phase))}
        </Button>
      )
  }
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

/** Where what was signed is refused for what it is, it can be looked into, message and signature at their places. */
function ToInspector({ phase }: { phase: PanelPhase }) {
  const words = useWords().signIn
  const isOfProof = phase.at === 'other-signer' || (phase.at === 'refused' && /^(message|sign)/.test(phase.code))
  if (!isOfProof || !phase.signed) return null
  const { text, signature } = phase.signed
  return (
    <ButtonLink look="bare" href={paths.inspector({ message: text, signature })}>
      {words.inspect}
    </ButtonLink>
  )
}

/** The wallet's own words: a stranger's text, shown as such. */
function Said({ wallet, said }: { wallet: string; said: string }) {
  const words = useWords().signIn
  return (
    <details className="text-small">
      <summary className="text-soft">{words.said(wallet)}</summary>
      <p className="mt-2 rounded-control bg-sunk px-3 py-2 font-mono text-caption [overflow-wrap:anywhere]">{said}</p>
    </details>
  )
}
