// The ways in: by a wallet, and by a passkey as long as no wallet is being asked.
import { useSyncExternalStore } from 'react'
import type { CallAnswer } from '@countersign/api/calls'
import { canUsePasskeys } from '../../passkey/can-use-passkeys.ts'
import { ProofStage } from '../../prove/ProofStage.tsx'
import type { PhaseName } from '../../wallet/states.ts'
import type { RunningSignIn } from './begin-sign-in.ts'
import { PasskeyEntrance } from './PasskeyEntrance.tsx'
import { usePasskeyParts } from './use-passkey-parts.ts'

interface SignInStageProps {
  running: RunningSignIn
  application: string | null
  /** Whether the ways in are held back until it is known what is asked. */
  isHeld: boolean
  /** Which way the application asks for. */
  wanted: CallAnswer<'readInteraction'>['wanted']
}

/** States in which there is still a choice. */
const open: readonly PhaseName[] = ['discovering', 'choosing', 'no-wallet']

export function SignInStage({ running, application, isHeld, wanted }: SignInStageProps) {
  const { proof, passkey } = running
  const { at } = useSyncExternalStore(proof.subscribe, proof.getSnapshot).phase
  const phase = useSyncExternalStore(passkey.subscribe, passkey.getSnapshot)
  const parts = usePasskeyParts(phase.at !== 'ready')
  // Without its words there is nothing to say, and it goes on all the same.
  if (phase.at === 'done') return parts && <parts.PasskeyDone answer={phase.answer} words={parts.words.done} application={application} onGoOn={passkey.goOn} />

  const isMain = wanted === 'passkey'
  const isFirst = isMain || at === 'no-wallet'
  const wallets = <ProofStage key="wallets" running={running} application={application} isHeld={isHeld} />
  const entrance = open.includes(at) && !isHeld && canUsePasskeys() && (
    <PasskeyEntrance
      key="passkey"
      phase={phase}
      isMain={isMain}
      said={parts && phase.at !== 'ready' && <parts.PasskeySaid phase={phase} words={parts.words} />}
      onPress={passkey.press}
      onOffer={passkey.offer}
    />
  )
  return isFirst ? [entrance, wallets] : [wallets, entrance]
}
