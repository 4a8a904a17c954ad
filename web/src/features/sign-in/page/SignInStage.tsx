// The ways in: by a wallet, and by a passkey as long as no wallet is being asked.
import { useSyncExternalStore } from 'react'
import { AnotherDeviceButton, useElsewhere } from '../cross-device/AnotherDeviceButton.tsx'
import { AnotherDevice } from '../cross-device/lazy.tsx'
import { canUsePasskeys } from '../passkey/can-use-passkeys.ts'
import { ProofStage } from '../proof-stage/ProofStage.tsx'
import { openPhases } from '../wallet/states.ts'
import type { RunningSignIn } from './begin-sign-in.ts'
import { PasskeyDone, PasskeyEntrance, PasskeySaid } from './PasskeyEntrance.tsx'
import type { CallAnswer } from '@countersign/api/calls'
import type { ReactNode } from 'react'

/** Beside what signs in, what an application asks. */
type SignInStageProps = { running: RunningSignIn } & Partial<Pick<Asked, 'application' | 'isHeld' | 'wanted'>>

export function SignInStage({ running, application = null, isHeld = false, wanted }: SignInStageProps) {
  const { proof, passkey } = running
  const { at } = useSyncExternalStore(proof.subscribe, proof.getSnapshot).phase
  const phase = useSyncExternalStore(passkey.subscribe, passkey.getSnapshot)
  const elsewhere = useElsewhere(false, passkey.giveWay)
  if (phase.at === 'done') return <PasskeyDone answer={phase.answer} application={application} onGoOn={passkey.goOn} />
  if (elsewhere.isAway && running.errand)
    return <AnotherDevice errand={running.errand} application={application} onBack={elsewhere.back} />
  const isMain = wanted === 'passkey'
  const isFirst = isMain || at === 'no-wallet'
  const wallets = (
    <ProofStage key="wallets" running={running} application={application} isHeld={isHeld} elsewhere={elsewhere} />
  )
  // Without a wallet it is the main thing to press, and stands there.
  const entranceElsewhere = openPhases.includes(at) && at !== 'no-wallet' && !isHeld && (
    <AnotherDeviceButton key="elsewhere" elsewhere={elsewhere} />
  )
  const entrance = openPhases.includes(at) && !isHeld && canUsePasskeys() && (
    <PasskeyEntrance
      key="passkey"
      phase={phase}
      isMain={isMain}
      said={phase.at !== 'ready' && <PasskeySaid phase={phase} />}
      onPress={passkey.press}
      onOffer={passkey.offer}
    />
  )
  return isFirst ? [entrance, wallets, entranceElsewhere] : [wallets, entrance, entranceElsewhere]
}

export interface Asked {
  /** Its name; null as long as it is not known. */
  readonly application: string | null
  /** Whether the wallets are held back until it is known what is asked. */
  readonly isHeld: boolean
  /** Which way of signing in it asks for. */
  readonly wanted: CallAnswer<'readInteraction'>['wanted']
  readonly head: ReactNode
  readonly foot: ReactNode
  /** The server says that it is over. */
  readonly onOver: () => void
}
