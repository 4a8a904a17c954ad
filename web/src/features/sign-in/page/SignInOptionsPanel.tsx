import { useSyncExternalStore } from 'react'
import { CrossDeviceButton, useCrossDevicePanelState } from '../cross-device/CrossDeviceButton.tsx'
import { LazyCrossDeviceProofPanel } from '../cross-device/lazy-cross-device-components.tsx'
import { canUsePasskeys } from '../passkeys/can-use-passkeys.ts'
import { WalletProofPanel } from '../proof-stage/WalletProofPanel.tsx'
import { walletProofPhasesBeforeChoice } from '../wallet/wallet-proof-phases.ts'
import type { RunningBrowserSignIn } from './start-wallet-and-passkey-sign-in.ts'
import { PasskeySignedInPanel, PasskeySignInButton, PasskeyStatusMessage } from './PasskeySignInButton.tsx'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { ReactNode } from 'react'

type SignInStageProps = { running: RunningBrowserSignIn } & Partial<
  Pick<ApplicationSignInRenderProps, 'application' | 'isHeld' | 'wanted'>
>

export function SignInOptionsPanel({ running, application = null, isHeld = false, wanted }: SignInStageProps) {
  const { proof, passkey } = running
  const { at } = useSyncExternalStore(proof.subscribe, proof.getSnapshot).phase
  const phase = useSyncExternalStore(passkey.subscribe, passkey.getSnapshot)
  const elsewhere = useCrossDevicePanelState(false, passkey.cancelForWallet)
  if (phase.at === 'done')
    return <PasskeySignedInPanel answer={phase.answer} application={application} onContinue={passkey.proceed} />
  if (elsewhere.isOpen && running.crossDeviceOptions)
    return (
      <LazyCrossDeviceProofPanel
        crossDeviceOptions={running.crossDeviceOptions}
        application={application}
        onBack={elsewhere.close}
      />
    )
  const isMain = wanted === 'passkey'
  const isFirst = isMain || at === 'no-wallet'
  const wallets = (
    <WalletProofPanel key="wallets" running={running} application={application} isHeld={isHeld} elsewhere={elsewhere} />
  )
  const entranceElsewhere = walletProofPhasesBeforeChoice.includes(at) && at !== 'no-wallet' && !isHeld && (
    <CrossDeviceButton key="elsewhere" elsewhere={elsewhere} />
  )
  const entrance = walletProofPhasesBeforeChoice.includes(at) && !isHeld && canUsePasskeys() && (
    <PasskeySignInButton
      key="passkey"
      phase={phase}
      isMain={isMain}
      message={phase.at !== 'ready' && <PasskeyStatusMessage phase={phase} />}
      onPress={passkey.start}
      onStartAutofill={passkey.startAutofill}
    />
  )
  return isFirst ? [entrance, wallets, entranceElsewhere] : [wallets, entrance, entranceElsewhere]
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
