import { useSyncExternalStore } from 'react'
import { CrossDeviceButton } from '../cross-device/CrossDeviceButton.tsx'
import { LazyCrossDeviceProofPanel } from '../cross-device/lazy-cross-device-components.tsx'
import { LazyManualSigningPanel } from '../manual-signing/lazy-manual-signing-panel.tsx'
import { ManualSigningButton } from '../manual-signing/ManualSigningButton.tsx'
import { canUsePasskeys } from '../passkeys/can-use-passkeys.ts'
import { usePanelSwitch } from '../proof-flow/use-panel-switch.ts'
import { WalletProofPanel } from '../proof-stage/WalletProofPanel.tsx'
import { walletProofPhasesBeforeChoice } from '../wallet/wallet-proof-phases.ts'
import type { RunningBrowserSignIn } from './start-wallet-and-passkey-sign-in.ts'
import {
  PasskeyAutofill,
  PasskeySignedInPanel,
  PasskeySignInButton,
  PasskeyStatusMessage,
} from './PasskeySignInButton.tsx'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { ReactNode } from 'react'

type SignInStageProps = { running: RunningBrowserSignIn; lead?: ReactNode } & Partial<
  Pick<ApplicationSignInRenderProps, 'application' | 'isHeld' | 'wanted'>
>

export function SignInOptionsPanel({ running, lead, application = null, isHeld = false, wanted }: SignInStageProps) {
  const { proof, passkey, crossDeviceOptions } = running
  const { at } = useSyncExternalStore(proof.subscribe, proof.getSnapshot).phase
  const phase = useSyncExternalStore(passkey.subscribe, passkey.getSnapshot)
  const elsewhere = usePanelSwitch(false, passkey.cancelForWallet)
  const manual = usePanelSwitch(false, passkey.cancelForWallet)
  if (phase.at === 'done')
    return <PasskeySignedInPanel answer={phase.answer} application={application} onContinue={passkey.proceed} />
  if (elsewhere.isOpen && crossDeviceOptions)
    return (
      <LazyCrossDeviceProofPanel
        crossDeviceOptions={crossDeviceOptions}
        application={application}
        onBack={elsewhere.close}
      />
    )
  if (manual.isOpen && crossDeviceOptions)
    return (
      <LazyManualSigningPanel
        options={crossDeviceOptions}
        pageProof={proof}
        application={application}
        onBack={manual.close}
      />
    )
  const isMain = wanted === 'passkey'
  const isChoosing = walletProofPhasesBeforeChoice.includes(at) && !isHeld
  const entranceElsewhere = isChoosing && at !== 'no-wallet' && (
    <CrossDeviceButton key="elsewhere" elsewhere={elsewhere} />
  )
  const manualEntrance = isChoosing && <ManualSigningButton key="manual" panel={manual} />
  const hasPasskeys = isChoosing && canUsePasskeys()
  const autofill = hasPasskeys && <PasskeyAutofill key="autofill" onStart={passkey.startAutofill} />
  const entrance = hasPasskeys && (
    <PasskeySignInButton
      key="passkey"
      phase={phase}
      isMain={isMain}
      message={phase.at !== 'ready' && <PasskeyStatusMessage phase={phase} />}
      onPress={passkey.start}
    />
  )
  const hasNoWallet = isChoosing && at === 'no-wallet'
  const wallets = (
    <WalletProofPanel
      key="wallets"
      running={running}
      application={application}
      isHeld={isHeld}
      elsewhere={elsewhere}
      lead={lead}
      withoutWallet={{ passkey: !isMain && entrance, manual: manualEntrance }}
    />
  )
  if (hasNoWallet) return [autofill, isMain && entrance, wallets]
  const others = [entranceElsewhere, manualEntrance]
  return [autofill, ...(isMain ? [entrance, wallets] : [wallets, entrance]), ...others]
}

export interface ApplicationSignInRenderProps {
  readonly application: string | null
  /** Hides the wallets until the request is known. */
  readonly isHeld: boolean
  readonly wanted: ApiEndpointOutput<'readInteraction'>['requestedMethod']
  readonly head: ReactNode
  readonly foot: ReactNode
  readonly onOver: () => void
}
