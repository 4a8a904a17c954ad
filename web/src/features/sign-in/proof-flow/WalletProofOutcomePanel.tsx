import { translateServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { TranslationKey, Translate } from '../../../i18n/ui-translation-functions.ts'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { frontEndPagePaths } from '../../../api/front-end-page-paths.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { getTranslatedErrorMessage } from '../../../ui/get-translated-error-message.ts'
import { formatDateTime } from '../../../ui/format-time.ts'
import { useTranslations } from 'use-intl'
import { getChosenWalletOfProof } from '../wallet/wallet-proof-phases.ts'
import type { WalletProofPhase, WalletProofPhaseName } from '../wallet/wallet-proof-phases.ts'
import type { MessageSigningPhase } from './WalletProofSigningPanel.tsx'
import { WalletProofPanelLayout } from './WalletProofRetryPanel.tsx'
import type { WalletProofRetryPhase } from './WalletProofRetryPanel.tsx'
import type { WalletProofTextPlaceholders, WalletProofPhaseText } from './wallet-proof-text-placeholders.ts'
import type { WalletNameAndIconFields } from './WalletButton.tsx'
import type { ReactNode } from 'react'

export type WalletProofOutcomePhase = Exclude<
  WalletProofPhase,
  | MessageSigningPhase
  | WalletProofRetryPhase
  | { at: 'discovering' | 'choosing' | 'no-wallet' | 'connecting' | 'already-signed-in' }
>

interface ProofOutcomePanelProps {
  phase: WalletProofOutcomePhase
  subject: WalletProofTextPlaceholders
  sentences: WalletProofPhaseText
  look: WalletNameAndIconFields | null
  onProceed: () => void
  onSwitchChain: (chainId: string) => void
  onBack: () => void
}

const phasesReturningToWallets: ReadonlySet<WalletProofPhaseName> = new Set<WalletProofPhaseName>([
  'cannot-sign',
  'suspended',
])
const failurePhases: ReadonlySet<WalletProofPhaseName> = new Set<WalletProofPhaseName>([
  'wallet-failed',
  'cannot-sign',
  'other-signer',
  'refused',
  'suspended',
])

/** A retry with the same wallet would be refused again. */
const finalRefusals: ReadonlySet<string> = new Set(['wallet.on_hold', 'wallet.address_in_use'])

export function WalletProofOutcomePanel({
  phase,
  subject,
  sentences,
  look,
  onProceed,
  onSwitchChain,
  onBack,
}: ProofOutcomePanelProps) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const isFinal = phase.at === 'refused' && finalRefusals.has(phase.code)
  const isSwitching = phase.at === 'refused' && phase.isSwitching === true
  const returnsToWallets = phasesReturningToWallets.has(phase.at) || isOfOtherChainFamily(phase, subject)
  return (
    <WalletProofPanelLayout
      sentences={sentences}
      look={look}
      mark={failurePhases.has(phase.at) && <Icon name="attention" className="text-amber" />}
      more={renderOutcomeDetails(phase, t, locale)}
    >
      <Button
        look="main"
        busyLabel={isSwitching ? t('proving.switchingChain', subject) : undefined}
        onClick={isFinal ? onBack : onProceed}
      >
        {phase.at === 'refused'
          ? (describeRefusal(phase.code, 'main', t, subject) ?? t('proving.tryAgain'))
          : t(`proving.panels.${getPanelMessageKey(phase, subject)}.main`)}
      </Button>
      {!isSwitching &&
        listFurtherChains(phase).map(({ id, name }) => (
          <Button key={id} onClick={() => onSwitchChain(id)}>
            {t('proving.switchChain', { chain: name })}
          </Button>
        ))}
      {getChosenWalletOfProof(phase) && !isFinal && !returnsToWallets && (
        <Button onClick={onBack}>{t('signIn.anotherWallet')}</Button>
      )}
      <InspectorLink phase={phase} label={t('proving.inspect')} />
    </WalletProofPanelLayout>
  )
}

function renderOutcomeDetails(phase: WalletProofOutcomePhase, t: Translate, locale: string) {
  if (phase.at === 'refused' && phase.until !== undefined)
    return <p>{t('proving.heldUntil', { time: formatDateTime(Date.parse(phase.until), locale) })}</p>
  if (phase.at === 'wallet-failed')
    return (
      phase.errorText !== '' && (
        <WalletErrorDetails title={t('proving.said', { wallet: phase.wallet.name })} said={phase.errorText} />
      )
    )
  return (
    phase.at === 'suspended' &&
    phase.reason !== null && (
      <p className="[overflow-wrap:anywhere]">
        {t('proving.reasonGiven', { reason: sanitizeDisplayText(phase.reason, 400) })}
      </p>
    )
  )
}

/** Texts for refusals come from the error catalog, unless they name a chain. */
export function describeWalletProofOutcome(
  phase: WalletProofOutcomePhase,
  t: Translate,
  subject: WalletProofTextPlaceholders,
): WalletProofPhaseText {
  if (phase.at !== 'refused') {
    const panel = getPanelMessageKey(phase, subject)
    return { title: t(`proving.panels.${panel}.title`, subject), text: t(`proving.panels.${panel}.text`, subject) }
  }
  const { title, action } = getTranslatedErrorMessage(t, phase.code)
  return {
    title: describeRefusal(phase.code, 'title', t, subject) ?? title,
    text: describeRefusal(phase.code, 'text', t, subject) ?? action,
  }
}

function getPanelMessageKey(
  phase: Exclude<WalletProofOutcomePhase, RefusedWalletProofPhase>,
  subject: WalletProofTextPlaceholders,
) {
  if (isOfOtherChainFamily(phase, subject)) return 'other-family'
  return phase.at === 'expired' && phase.connected.contract ? 'expired-contract' : phase.at
}

const isOfOtherChainFamily = (phase: WalletProofOutcomePhase, subject: WalletProofTextPlaceholders): boolean =>
  phase.at === 'other-address' && subject.acceptedFamilies !== ''

/** The main button switches to the first chain. */
const listFurtherChains = (phase: WalletProofOutcomePhase) =>
  phase.at === 'refused' && phase.isSwitchRefused !== true ? (phase.chainsOfWallet ?? []).slice(1) : []

function describeRefusal(
  code: string,
  part: 'main' | 'text' | 'title',
  t: Translate,
  subject: WalletProofTextPlaceholders,
): string | null {
  const key = `proving.refusals.${code}.${part}` as TranslationKey
  return t.has(key) ? translateServerCode(t, key, subject) : null
}

function InspectorLink({ phase, label }: { phase: WalletProofOutcomePhase; label: string }) {
  const isOfProof = phase.at === 'other-signer' || (phase.at === 'refused' && /^(message|sign)/.test(phase.code))
  if (!isOfProof || !phase.signed) return null
  const { text, signature } = phase.signed
  return (
    <ButtonLink look="bare" href={frontEndPagePaths.inspector({ message: text, signature })}>
      {label}
    </ButtonLink>
  )
}

/** The error text from the wallet, which is untrusted. */
function WalletErrorDetails({ title, said }: { title: string; said: string }) {
  return (
    <details className="text-small">
      <summary className="text-soft">{title}</summary>
      <p className="mt-2 rounded-control bg-sunk px-3 py-2 font-mono text-caption [overflow-wrap:anywhere]">{said}</p>
    </details>
  )
}

export type RefusedWalletProofPhase = Extract<WalletProofPhase, { at: 'refused' }>

/** Returns null for refusals that it does not handle. `back` returns to the wallet list. */
export type WalletProofRefusalRenderer = (phase: RefusedWalletProofPhase, back: () => void) => ReactNode
