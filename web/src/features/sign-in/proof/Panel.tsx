// A state in which the person decides what happens next: what happened, what to do, one main button, one way out.
import { translateCode } from '../../../i18n/translate.ts'
import type { MessageKey, Translate } from '../../../i18n/translate.ts'
import { useLanguage } from '../../../i18n/use-language.ts'
import { paths } from '../../../api/paths.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { codeWords } from '../../../ui/problem-words.ts'
import { dayAndTime } from '../../../ui/relative-time.ts'
import { useTranslations } from 'use-intl'
import { walletOf } from '../wallet/states.ts'
import type { Phase, PhaseName } from '../wallet/states.ts'
import type { MessagePhase } from './MessageStage.tsx'
import { PanelFrame } from './StalledPanel.tsx'
import type { StalledPhase } from './StalledPanel.tsx'
import type { ProofSubject, Sentences } from './subject.ts'
import type { WalletLook } from './WalletRow.tsx'
import type { ReactNode } from 'react'

export type PanelPhase = Exclude<
  Phase,
  MessagePhase | StalledPhase | { at: 'discovering' | 'choosing' | 'no-wallet' | 'connecting' | 'already-signed-in' }
>

interface PanelProps {
  phase: PanelPhase
  subject: ProofSubject
  sentences: Sentences
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

export function Panel({ phase, subject, sentences, look, onProceed, onBack }: PanelProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  // The same wallet would only be refused again.
  const isHeld = phase.at === 'refused' && phase.code === 'wallet.held'
  return (
    <PanelFrame
      sentences={sentences}
      look={look}
      mark={deservesAttention.has(phase.at) && <Icon name="attention" className="text-amber" />}
      more={moreOf(phase, t, locale)}
    >
      <Button look="main" onClick={isHeld ? onBack : onProceed}>
        {phase.at === 'refused'
          ? (describeRefusal(phase.code, 'main', t, subject) ?? t('proving.tryAgain'))
          : t(`proving.panels.${panelOf(phase)}.main`)}
      </Button>
      {walletOf(phase) && !isHeld && !leadsBack.has(phase.at) && (
        <Button onClick={onBack}>{t('signIn.anotherWallet')}</Button>
      )}
      <ToInspector phase={phase} label={t('proving.inspect')} />
    </PanelFrame>
  )
}

function moreOf(phase: PanelPhase, t: Translate, locale: string) {
  if (phase.at === 'refused' && phase.until !== undefined)
    return <p>{t('proving.heldUntil', { time: dayAndTime(Date.parse(phase.until), locale) })}</p>
  if (phase.at === 'wallet-failed')
    return phase.said !== '' && <Said title={t('proving.said', { wallet: phase.wallet.name })} said={phase.said} />
  return (
    phase.at === 'suspended' &&
    phase.reason !== null && (
      <p className="[overflow-wrap:anywhere]">{t('proving.reasonGiven', { reason: cleanText(phase.reason, 400) })}</p>
    )
  )
}

/** What happened and what to do, in words; a refusal has those of the error catalogue, unless it can name the chain. */
export function describePanel(phase: PanelPhase, t: Translate, subject: ProofSubject): Sentences {
  if (phase.at !== 'refused') {
    const panel = panelOf(phase)
    return { title: t(`proving.panels.${panel}.title`, subject), text: t(`proving.panels.${panel}.text`, subject) }
  }
  const { title, action } = codeWords(t, phase.code)
  return {
    title: describeRefusal(phase.code, 'title', t, subject) ?? title,
    text: describeRefusal(phase.code, 'text', t, subject) ?? action,
  }
}

/** Which texts are those of a state. */
const panelOf = (phase: Exclude<PanelPhase, Refused>) =>
  phase.at === 'expired' && phase.connected.contract ? 'expired-contract' : phase.at

function describeRefusal(
  code: string,
  part: 'main' | 'text' | 'title',
  t: Translate,
  subject: ProofSubject,
): string | null {
  const key = `proving.refusals.${code}.${part}` as MessageKey
  return t.has(key) ? translateCode(t, key, subject) : null
}

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
