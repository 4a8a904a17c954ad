// The ways in: by a wallet, and by a passkey as long as no wallet is being asked.
import { useSyncExternalStore } from 'react'
import { AnotherDeviceButton } from '../../another-device/AnotherDeviceButton.tsx'
import { LateAnotherDevice } from '../../another-device/LateAnotherDevice.tsx'
import { useElsewhere } from '../../another-device/use-elsewhere.ts'
import { canUsePasskeys } from '../../passkey/can-use-passkeys.ts'
import { ProofStage } from '../../prove/ProofStage.tsx'
import { errorWords } from '../../ui/problem-words.ts'
import { openPhases } from '../../wallet/states.ts'
import { useWords } from '../../words/use-words.ts'
import type { RunningSignIn } from './begin-sign-in.ts'
import { PasskeyEntrance } from './PasskeyEntrance.tsx'
import type { Asked } from './asked.ts'
import { usePasskeyParts } from './use-passkey-parts.ts'

/** Beside what signs in, what an application asks. */
type SignInStageProps = { running: RunningSignIn } & Partial<Pick<Asked, 'application' | 'isHeld' | 'wanted'>>

export function SignInStage({ running, application = null, isHeld = false, wanted }: SignInStageProps) {
  const { proof, passkey } = running
  const { at } = useSyncExternalStore(proof.subscribe, proof.getSnapshot).phase
  const phase = useSyncExternalStore(passkey.subscribe, passkey.getSnapshot)
  const parts = usePasskeyParts(phase.at)
  const elsewhere = useElsewhere(false, passkey.giveWay)
  // Without its words there is nothing to say, and it goes on all the same.
  if (phase.at === 'done')
    return (
      parts && (
        <parts.PasskeyDone
          answer={phase.answer}
          words={parts.words.done}
          application={application}
          onGoOn={passkey.goOn}
        />
      )
    )

  if (elsewhere.isAway && running.errand)
    return <LateAnotherDevice errand={running.errand} application={application} onBack={elsewhere.back} />
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
      said={
        phase.at === 'ready' ? null : parts ? (
          <parts.PasskeySaid phase={phase} words={parts.words} />
        ) : (
          phase.at === 'stopped' && <Unsaid code={phase.code} />
        )
      }
      onPress={passkey.press}
      onOffer={passkey.offer}
    />
  )
  return isFirst ? [entrance, wallets, entranceElsewhere] : [wallets, entrance, entranceElsewhere]
}

/** What can be said where the rest of the words cannot be had: most often because the server cannot. */
function Unsaid({ code }: { code: string }) {
  const words = useWords()
  const { title, action } = errorWords(words, code) ?? words.ui.unknownError
  return (
    <p role="alert">
      {title} {action}
    </p>
  )
}
