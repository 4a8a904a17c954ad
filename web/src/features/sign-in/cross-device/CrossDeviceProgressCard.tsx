import type { ReactNode } from 'react'
import type { WalletProofRefusalRenderer } from '../proof-flow/WalletProofOutcomePanel.tsx'
import type { WalletProofPhaseText } from '../proof-flow/wallet-proof-text-placeholders.ts'
import { Spinner } from '../proof-flow/Spinner.tsx'
import { FocusablePanelHeading } from '../proof-flow/FocusablePanelHeading.tsx'
import { normalizeWalletAddress } from '../../../ui/wallet-address-format.ts'
import { FullWalletAddress } from '../../../ui/WalletAddress.tsx'
import { Button } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Identicon } from '../../../ui/Identicon.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { CrossDeviceWaitingButtons } from './CrossDeviceWaitingButtons.tsx'
import { CrossDeviceStatusMessage } from './CrossDeviceStatusMessage.tsx'
import type { IssuedCrossDeviceCode, CrossDeviceMachineEvent, CrossDevicePhase } from './cross-device-proof-phases.ts'
import type { CrossDeviceDisplayState } from './use-await-cross-device-proof.ts'
import { QrCode } from './QrCode.tsx'

interface CrossDeviceSheetProps {
  state: CrossDeviceDisplayState
  sentences: WalletProofPhaseText
  send: (event: CrossDeviceMachineEvent) => void
  onBack: () => void
}

export function CrossDeviceProgressCard({ state, sentences: { title, text }, send, onBack }: CrossDeviceSheetProps) {
  const t = useTranslations()
  const { phase } = state
  const reason = phase.at === 'failed' ? phase.problem.reason : undefined
  return (
    <>
      <div className="grid min-h-[2lh] content-end text-lead">
        <FocusablePanelHeading title={title} className={phase.at === 'done' ? 'text-seal' : ''} />
      </div>
      <Card className="overflow-hidden">
        <div className="grid h-70 place-items-center px-4">
          <SheetContent phase={phase} send={send} />
        </div>
        <div className="grid min-h-27 content-center gap-1 border-t border-line px-4 py-3">
          {phase.at === 'requesting-code' || phase.at === 'shown' ? (
            <TypeableCode code={phase.at === 'shown' ? phase.code : null} />
          ) : (
            <p>{text}</p>
          )}
          {reason !== undefined && (
            <p className="text-small [overflow-wrap:anywhere]">
              {t('anotherDevice.reasonGiven', { reason: sanitizeDisplayText(reason, 400) })}
            </p>
          )}
        </div>
      </Card>
      <CrossDeviceStatusMessage state={state} />
      <CrossDeviceWaitingButtons phase={phase} send={send} onBack={onBack} />
    </>
  )
}

export const toRefusedWalletProofPhase = ({
  problem: { code, until },
  address,
}: CrossDevicePhase & { at: 'failed' }): Parameters<WalletProofRefusalRenderer>[0] => ({
  at: 'refused',
  code,
  until,
  connected: { wallet: { id: '', name: '' }, address: address ?? '', chainId: null },
  signed: null,
})

function SheetContent({
  phase,
  send,
}: {
  phase: CrossDevicePhase
  send: (event: CrossDeviceMachineEvent) => void
}): ReactNode {
  const t = useTranslations()
  const proceed = () => send({ type: 'proceed' })
  switch (phase.at) {
    case 'requesting-code':
      return (
        <div className="skeleton grid size-60 place-items-center rounded-sheet bg-sunk text-small text-soft">
          {t('anotherDevice.asking')}
        </div>
      )
    case 'shown':
      return (
        <div className="size-60">
          <QrCode text={phase.code.link} label={t('anotherDevice.codeLabel', { address: phase.code.link })} />
        </div>
      )
    case 'opened':
    case 'picked':
      return <MatchingPair pair={phase.code.pair} label={t('anotherDevice.pair')} isPicked={phase.at === 'picked'} />
    case 'confirming':
      return (
        <div className="grid justify-items-center gap-4">
          <Identicon identifier={normalizeWalletAddress(phase.address)} size={96} />
          <FullWalletAddress address={phase.address} />
        </div>
      )
    case 'checking':
    case 'awaiting':
      return <Spinner size={64} className="text-seal" />
    case 'done':
      return <Icon name="done" size={96} className="text-seal" />
    case 'ended':
    case 'failed':
      return (
        <div className="grid justify-items-center gap-4">
          <Icon name="attention" size={40} className={phase.at === 'failed' ? 'text-amber' : 'text-soft'} />
          <Button look="main" onClick={proceed}>
            {t('anotherDevice.newCode')}
          </Button>
        </div>
      )
    case 'stalled':
      return (
        <Button
          look="main"
          busyLabel={phase.retryAt === null && phase.problem !== 'network.offline' ? t('signIn.trying') : undefined}
          onClick={proceed}
        >
          {t('signIn.tryNow')}
        </Button>
      )
  }
}

/** The code is shown in large type, because comparing it is the security check. */
function MatchingPair({ pair, label, isPicked }: { pair: string; label: string; isPicked: boolean }) {
  return (
    <p className="grid justify-items-center gap-3">
      <span className="text-small text-soft">{label}</span>
      <span
        className={`rounded-sheet border-2 px-6 py-3 font-mono text-[4.5rem] leading-none ${isPicked ? 'border-seal text-seal' : 'border-edge'}`}
      >
        {pair}
      </span>
    </p>
  )
}

function TypeableCode({ code }: { code: IssuedCrossDeviceCode | null }) {
  const t = useTranslations()
  return (
    <>
      <p className="text-small text-soft">{t('anotherDevice.typeIt')}</p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-mono text-small [overflow-wrap:anywhere]">{`${location.host}/device`}</span>
        <span className="font-mono text-lead font-semibold tracking-wide whitespace-nowrap">
          {code?.code ?? <span aria-hidden="true">&nbsp;</span>}
        </span>
      </p>
    </>
  )
}
