// Cross-device proof: shows a code, follows the other device, and submits its signature.
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { isLocalHost } from '../wallet/is-local-host.ts'
import type { WalletProofRefusalRenderer } from '../proof-flow/WalletProofOutcomePanel.tsx'
import { focusPanelHeading } from '../proof-flow/FocusablePanelHeading.tsx'
import { useWalletProofFocus } from '../proof-flow/use-wallet-proof-focus.ts'
import { useTranslations } from 'use-intl'
import { describeCrossDevicePhase } from './describe-cross-device-phase.ts'
import { CrossDeviceProgressCard, toRefusedWalletProofPhase } from './CrossDeviceProgressCard.tsx'
import type { CrossDeviceProofOptions } from '../proof-flow/cross-device-proof-options.ts'
import { focusKeepingCrossDevicePhases, isPollingPhase } from './cross-device-proof-phases.ts'
import { useCrossDeviceAnnouncements, useAwaitCrossDeviceProof } from './use-await-cross-device-proof.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SamePhoneWalletLinks, DeviceComparisonCodeRow } from './SamePhoneWalletLinks.tsx'
import type { WalletDeepLinksRenderer } from './SamePhoneWalletLinks.tsx'
import type { CrossDevicePhase } from './cross-device-proof-phases.ts'

export interface CrossDeviceProofPanelProps {
  crossDeviceOptions: CrossDeviceProofOptions
  application?: string | null
  about?: ReactNode
  onBack: () => void
  drawRefusal?: WalletProofRefusalRenderer | undefined
}

export function CrossDeviceProofPanel({
  crossDeviceOptions,
  application = null,
  about,
  onBack,
  drawRefusal,
}: CrossDeviceProofPanelProps) {
  const t = useTranslations()
  const { state, send } = useAwaitCrossDeviceProof(crossDeviceOptions)
  const { phase } = state
  const column = useRef<HTMLDivElement>(null)
  const sentences = describeCrossDevicePhase(state, { t, application, onPhone: false })
  useWalletProofFocus(column, phase, sentences, focusKeepingCrossDevicePhases)
  useCrossDeviceAnnouncements(state)
  useEffect(() => focusPanelHeading(column.current), [])
  return (
    <div ref={column} className="contents">
      {(phase.at === 'failed' && drawRefusal?.(toRefusedWalletProofPhase(phase), () => send({ type: 'proceed' }))) || (
        <>
          <CrossDeviceProgressCard state={state} sentences={sentences} send={send} onBack={onBack} />
          {(phase.at === 'requesting-code' || isPollingPhase(phase)) && about}
          {isLocalHost(location.hostname) && (
            <LocalhostCrossDeviceLink link={phase.at === 'shown' ? phase.code.link : null} />
          )}
        </>
      )}
    </div>
  )
}

export function LocalhostCrossDeviceLink({ link }: { link: string | null }) {
  const t = useTranslations()
  return (
    <div
      className={`grid gap-2 rounded-sheet border border-line bg-sunk px-4 py-3 text-small ${link === null ? 'invisible' : ''}`}
    >
      <p>{t('anotherDevice.local.text')}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <a href={link ?? undefined} target="_blank" rel="noreferrer" className="text-seal underline underline-offset-4">
          {t('anotherDevice.local.open')}
        </a>
        <CopyButton small text={link ?? ''} label={t('anotherDevice.local.copy')} />
      </div>
    </div>
  )
}

export interface SamePhoneWalletProofProps {
  crossDeviceOptions: CrossDeviceProofOptions
  application: string | null
  drawRefusal?: WalletProofRefusalRenderer | undefined
  onOpenedChange: (isUnderWay: boolean) => void
  children: WalletDeepLinksRenderer
}

export function SamePhoneWalletProof({
  crossDeviceOptions,
  application,
  drawRefusal,
  onOpenedChange,
  children,
}: SamePhoneWalletProofProps) {
  const t = useTranslations()
  const { state, send } = useAwaitCrossDeviceProof(crossDeviceOptions, true)
  const { phase } = state
  const column = useRef<HTMLDivElement>(null)
  const isOut = showsWalletLinks(phase, crossDeviceOptions)
  const sentences = describeCrossDevicePhase(state, { t, application, onPhone: true })
  useWalletProofFocus(column, phase, isOut ? null : sentences, focusKeepingCrossDevicePhases)
  useCrossDeviceAnnouncements(state, isOut)
  useEffect(() => {
    if (isOut) return undefined
    onOpenedChange(true)
    focusPanelHeading(column.current)
    return () => onOpenedChange(false)
  }, [isOut, onOpenedChange])
  if (isOut) {
    return (
      <>
        {phase.at === 'shown' ? (
          <DeviceComparisonCodeRow label={t('anotherDevice.onPhone.pair')}>
            <span className="rounded-control border-2 border-edge px-3 font-mono text-title tracking-[0.12em]">
              {phase.code.pair}
            </span>
          </DeviceComparisonCodeRow>
        ) : phase.at === 'ended' ? (
          <DeviceComparisonCodeRow label={sentences.title}>
            <Button small onClick={() => send({ type: 'proceed' })}>
              {t('anotherDevice.newCode')}
            </Button>
          </DeviceComparisonCodeRow>
        ) : (
          <DeviceComparisonCodeRow />
        )}
        <SamePhoneWalletLinks
          crossDeviceOptions={crossDeviceOptions}
          link={phase.at === 'shown' ? phase.code.link : null}
          below={phase.at === 'shown' && <p className="text-small text-soft">{t('anotherDevice.onPhone.comeBack')}</p>}
        >
          {children}
        </SamePhoneWalletLinks>
      </>
    )
  }
  const startOver = () => send({ type: 'start-over' })
  return (
    <div ref={column} className="contents">
      {(phase.at === 'failed' && drawRefusal?.(toRefusedWalletProofPhase(phase), startOver)) || (
        <CrossDeviceProgressCard state={state} sentences={sentences} send={send} onBack={startOver} />
      )}
    </div>
  )
}

const showsWalletLinks = (phase: CrossDevicePhase, { interaction }: CrossDeviceProofOptions): boolean =>
  phase.at === 'requesting-code' ||
  phase.at === 'shown' ||
  (phase.at === 'ended' && phase.why === 'ran-out') ||
  (phase.at === 'stalled' && phase.answered === null && interaction === undefined)
