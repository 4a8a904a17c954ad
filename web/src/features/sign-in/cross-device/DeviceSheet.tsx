// How far it is with another device. One sheet of one size holds whatever is to be seen, so that nothing jumps.
import type { ReactNode } from 'react'
import type { DrawRefusal } from '../proof/Panel.tsx'
import type { Sentences } from '../proof/subject.ts'
import { Spinner } from '../proof/Spinner.tsx'
import { StageHeading } from '../proof/StageHeading.tsx'
import { canonicalAddress } from '../../../ui/address-form.ts'
import { FullAddress } from '../../../ui/Address.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Rosette } from '../../../ui/Rosette.tsx'
import { Sheet } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { Actions } from './Actions.tsx'
import { Standing } from './Standing.tsx'
import type { Code, Event, Phase } from './states.ts'
import type { ShownState } from './use-waiting.ts'
import { drawQr, lineWidth, pathOf, quietZone } from './qr-drawing.ts'

interface DeviceSheetProps {
  state: ShownState
  sentences: Sentences
  send: (event: Event) => void
  onBack: () => void
}

export function DeviceSheet({ state, sentences: { title, text }, send, onBack }: DeviceSheetProps) {
  const t = useTranslations()
  const { phase } = state
  const reason = phase.at === 'failed' ? phase.problem.reason : undefined
  return (
    <>
      <div className="grid min-h-[2lh] content-end text-lead">
        <StageHeading title={title} className={phase.at === 'done' ? 'text-seal' : ''} />
      </div>
      <Sheet className="overflow-hidden">
        <div className="grid h-70 place-items-center px-4">
          <Centre phase={phase} send={send} />
        </div>
        <div className="grid min-h-27 content-center gap-1 border-t border-line px-4 py-3">
          {phase.at === 'asking' || phase.at === 'shown' ? (
            <TypedCode code={phase.at === 'shown' ? phase.code : null} />
          ) : (
            <p>{text}</p>
          )}
          {reason !== undefined && (
            <p className="text-small [overflow-wrap:anywhere]">
              {t('anotherDevice.reasonGiven', { reason: cleanText(reason, 400) })}
            </p>
          )}
        </div>
      </Sheet>
      <Standing state={state} />
      <Actions phase={phase} send={send} onBack={onBack} />
    </>
  )
}

/** The refusal in the terms of a wallet of this browser; what signed has neither id nor name here. */
export const refusedBy = ({
  problem: { code, until },
  address,
}: Phase & { at: 'failed' }): Parameters<DrawRefusal>[0] => ({
  at: 'refused',
  code,
  until,
  connected: { wallet: { id: '', name: '' }, address: address ?? '', chainId: null },
  signed: null,
})

/** What is to be looked at, or pressed. */
function Centre({ phase, send }: { phase: Phase; send: (event: Event) => void }): ReactNode {
  const t = useTranslations()
  const proceed = () => send({ type: 'proceed' })
  switch (phase.at) {
    case 'asking':
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
      return <Pair pair={phase.code.pair} label={t('anotherDevice.pair')} isPicked={phase.at === 'picked'} />
    case 'confirming':
      return (
        <div className="grid justify-items-center gap-4">
          <Rosette identifier={canonicalAddress(phase.address)} size={96} />
          <FullAddress address={phase.address} />
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

/** The two characters that both screens show: as large as they are important. */
function Pair({ pair, label, isPicked }: { pair: string; label: string; isPicked: boolean }) {
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

/** @param code null while it is being made; its place is kept */
function TypedCode({ code }: { code: Code | null }) {
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

/** Ink and paper as they are in light mode (ui/theme.css). */
const ink = '#17212f'
const paper = '#fcfaf4'

/** @param label what it is, for who does not see it */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, lines, rings } = drawQr(text)
  const whole = size + 2 * quietZone
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${whole} ${whole}`}
      className="size-full rounded-sheet"
    >
      <rect x={-quietZone} y={-quietZone} width={whole} height={whole} fill={paper} />
      <path d={pathOf(lines)} fill="none" stroke={ink} strokeWidth={lineWidth} strokeLinecap="round" />
      {rings.map(({ x, y, width }) => (
        <g key={`${x} ${y}`} fill="none" stroke={ink}>
          <rect x={x + 0.5} y={y + 0.5} width={width - 1} height={width - 1} rx={width / 5} strokeWidth={1} />
          <rect
            x={x + 2}
            y={y + 2}
            width={width - 4}
            height={width - 4}
            rx={(width - 4) / 3.5}
            stroke="none"
            fill={ink}
          />
        </g>
      ))}
    </svg>
  )
}
