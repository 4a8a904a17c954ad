import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { CrossDeviceButton } from '../cross-device/CrossDeviceButton.tsx'
import { LazyCrossDeviceProofPanel } from '../cross-device/lazy-cross-device-components.tsx'
import { LazyManualSigningPanel } from '../manual-signing/lazy-manual-signing-panel.tsx'
import { ManualSigningButton } from '../manual-signing/ManualSigningButton.tsx'
import { callApi } from '../../../api/api-client.ts'
import { walletProofPhasesBeforeChoice } from '../wallet/wallet-proof-phases.ts'
import type { ChosenWallet } from '../wallet/wallet-proof-phases.ts'
import { startWalletProof, useWalletProofState } from '../proof-flow/start-wallet-proof.ts'
import type { RunningWalletProof } from '../proof-flow/start-wallet-proof.ts'
import { toCrossDeviceProofOptions, redirectIfSessionEnded } from './in-page-wallet-proof-options.ts'
import type { InPageWalletProofOptions } from './in-page-wallet-proof-options.ts'
import { withCrossTabChallengeRequestLock } from '../proof-flow/cross-tab-challenge-request-lock.ts'
import { OfflineAndClockNotices } from '../proof-flow/OfflineAndClockNotices.tsx'
import { usePanelSwitch } from '../proof-flow/use-panel-switch.ts'
import type { PanelSwitch } from '../proof-flow/use-panel-switch.ts'
import { WalletProofPanel } from './WalletProofPanel.tsx'
import type { WalletProofRefusalRenderer } from '../proof-flow/WalletProofOutcomePanel.tsx'
import { toWalletProofServerResult } from '../proof-flow/convert-api-result-for-wallet-proof.ts'
import { WalletListPlaceholder } from '../proof-flow/WalletList.tsx'
import type { WalletListProps } from '../proof-flow/WalletList.tsx'

interface InPageProofProps<Answer> extends InPageWalletProofOptions<Answer> {
  first?: ChosenWallet | 'another-device'
  about?: ReactNode
  before?: ReactNode
  drawWallets?: (list: WalletListProps) => ReactNode
  drawRefusal?: WalletProofRefusalRenderer
}

/** The purpose is fixed at mount; a new purpose needs a new `key`. */
export function InPageWalletProof<Answer>({
  about,
  before,
  drawWallets,
  drawRefusal,
  ...errand
}: InPageProofProps<Answer>) {
  const running = useInPageProof(errand)
  const elsewhere = usePanelSwitch(errand.first === 'another-device')
  const manual = usePanelSwitch()
  if (running === null) return <WalletListPlaceholder about={about} />
  const { crossDeviceOptions, proof } = running
  // Any wallet can be linked.
  const panel = { about: errand.purpose.for === 'link' ? null : about, drawRefusal }
  if (elsewhere.isOpen && crossDeviceOptions)
    return <LazyCrossDeviceProofPanel {...panel} crossDeviceOptions={crossDeviceOptions} onBack={elsewhere.close} />
  if (manual.isOpen && crossDeviceOptions)
    return <LazyManualSigningPanel {...panel} options={crossDeviceOptions} pageProof={proof} onBack={manual.close} />
  return (
    <>
      <ProofNotices running={running} />
      <WalletProofPanel
        running={running}
        about={about}
        before={before}
        elsewhere={elsewhere}
        {...(drawWallets && { drawWallets })}
        {...(drawRefusal && { drawRefusal })}
      />
      <OtherMethodButtons running={running} elsewhere={elsewhere} manual={manual} />
    </>
  )
}

function ProofNotices({ running }: { running: RunningWalletProof }) {
  return <OfflineAndClockNotices state={useWalletProofState(running)} />
}

interface OtherMethodButtonsProps {
  running: RunningWalletProof
  elsewhere: PanelSwitch
  manual: PanelSwitch
}

function OtherMethodButtons({ running, elsewhere, manual }: OtherMethodButtonsProps) {
  const { at } = useWalletProofState(running).phase
  if (!walletProofPhasesBeforeChoice.includes(at)) return null
  return (
    <>
      {at !== 'no-wallet' && <CrossDeviceButton elsewhere={elsewhere} />}
      <ManualSigningButton panel={manual} />
    </>
  )
}

type InPageProofRequest<Answer> = InPageWalletProofOptions<Answer> & Pick<InPageProofProps<Answer>, 'first'>

function useInPageProof<Answer>(errand: InPageProofRequest<Answer>): RunningWalletProof | null {
  const [running, setRunning] = useState<RunningWalletProof | null>(null)
  /** Stored in a ref, so that changed callbacks do not restart the proof. */
  const latest = useRef(errand)
  useEffect(() => {
    latest.current = errand
  })
  useEffect(() => {
    const { purpose, first, submitAssertion } = latest.current
    const runningProof = startWalletProof({
      ...toCrossDeviceProofOptions<Answer>({
        purpose,
        submit: (signed) => latest.current.submit(signed),
        ...(submitAssertion && { submitAssertion }),
        onProved: (answer) => latest.current.onProved(answer),
        onCancelled: () => latest.current.onCancelled?.(),
      }),
      readSession: async () => ({ ok: true, answer: null }),
      createChallenge: async (walletKind) =>
        toWalletProofServerResult(
          redirectIfSessionEnded(
            await withCrossTabChallengeRequestLock(() =>
              callApi('createChallenge', { body: { purpose: purpose.for, ...(walletKind && { walletKind }) } }),
            ),
          ),
          (answer) => answer,
        ),
    })
    if (typeof first === 'object') chooseWalletOnceFound(runningProof, first)
    setRunning(runningProof)
    return runningProof.stop
  }, [])
  return running
}

/** Wallets of some chain families are found later. The user's earlier choice takes precedence. */
function chooseWalletOnceFound({ discovery, proof }: RunningWalletProof, wallet: ChosenWallet): void {
  const look = () => {
    const isOver = !['discovering', 'choosing'].includes(proof.getSnapshot().phase.at)
    const isFound = discovery.findWallet(wallet.id) !== undefined
    if (isFound || isOver) stop()
    if (isFound && !isOver) proof.send({ type: 'wallet-chosen', wallet })
  }
  const stop = discovery.subscribe(look)
  look()
}
