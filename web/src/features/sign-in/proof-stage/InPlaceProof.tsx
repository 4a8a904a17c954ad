// The proof of a wallet by somebody who is signed in, on the page where they are: to confirm that it is them, to link a
// wallet, to merge. What comes of it is handed on, and the page stays.
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { AnotherDeviceButton, useElsewhere } from '../cross-device/AnotherDeviceButton.tsx'
import { AnotherDevice } from '../cross-device/lazy.tsx'
import type { Elsewhere } from '../cross-device/AnotherDeviceButton.tsx'
import { call } from '../../../api/api.ts'
import type { ChosenWallet } from '../wallet/states.ts'
import { beginProof, useProofState } from '../proof/begin-proof.ts'
import type { RunningProof } from '../proof/begin-proof.ts'
import { inPlaceErrand, leaveIfEnded } from './in-place-errand.ts'
import type { InPlace } from './in-place-errand.ts'
import { inTurn } from '../proof/in-turn.ts'
import { Notices } from '../proof/Notices.tsx'
import { ProofStage } from './ProofStage.tsx'
import type { DrawRefusal } from '../proof/Panel.tsx'
import { serverAnswer } from '../proof/server-answer.ts'
import { WalletListPlaceholder } from '../proof/WalletList.tsx'
import type { WalletListProps } from '../proof/WalletList.tsx'

interface InPlaceProofProps<Answer> extends InPlace<Answer> {
  /** The wallet to begin with, or another device, where it is known already. */
  first?: ChosenWallet | 'another-device'
  about?: ReactNode
  before?: ReactNode
  drawWallets?: (list: WalletListProps) => ReactNode
  drawRefusal?: DrawRefusal
}

/** What it is for holds for as long as it stands on the page; another purpose is another element, with another key. */
export function InPlaceProof<Answer>({
  about,
  before,
  drawWallets,
  drawRefusal,
  ...errand
}: InPlaceProofProps<Answer>) {
  const running = useInPlaceProof(errand)
  const elsewhere = useElsewhere(errand.first === 'another-device')
  if (running === null) return <WalletListPlaceholder about={about} />
  if (elsewhere.isAway && running.errand)
    return (
      <AnotherDevice
        errand={running.errand}
        // Any wallet can be linked.
        about={errand.purpose.for === 'link' ? null : about}
        onBack={elsewhere.back}
        drawRefusal={drawRefusal}
      />
    )
  return (
    <>
      <Trouble running={running} />
      <ProofStage
        running={running}
        about={about}
        before={before}
        elsewhere={elsewhere}
        {...(drawWallets && { drawWallets })}
        {...(drawRefusal && { drawRefusal })}
      />
      <ElsewhereEntrance running={running} elsewhere={elsewhere} />
    </>
  )
}

function Trouble({ running }: { running: RunningProof }) {
  return <Notices state={useProofState(running)} />
}

/** Stands beneath the wallets as long as none is chosen; without any it is the main thing to press, and stands there. */
function ElsewhereEntrance({ running, elsewhere }: { running: RunningProof; elsewhere: Elsewhere }) {
  const { at } = useProofState(running).phase
  return (at === 'discovering' || at === 'choosing') && <AnotherDeviceButton elsewhere={elsewhere} />
}

type Errand<Answer> = InPlace<Answer> & Pick<InPlaceProofProps<Answer>, 'first'>

function useInPlaceProof<Answer>(errand: Errand<Answer>): RunningProof | null {
  const [running, setRunning] = useState<RunningProof | null>(null)
  /** Always the latest, so that nothing is begun anew because a function is another one. */
  const latest = useRef(errand)
  useEffect(() => {
    latest.current = errand
  })
  useEffect(() => {
    const { purpose, first, submitAssertion } = latest.current
    const begun = beginProof({
      ...inPlaceErrand<Answer>({
        purpose,
        submit: (signed) => latest.current.submit(signed),
        ...(submitAssertion && { submitAssertion }),
        onProved: (answer) => latest.current.onProved(answer),
        onCancelled: () => latest.current.onCancelled?.(),
      }),
      readSession: async () => ({ ok: true, answer: null }),
      createChallenge: async (walletKind) =>
        serverAnswer(
          leaveIfEnded(
            await inTurn(() =>
              call('createChallenge', { body: { purpose: purpose.for, ...(walletKind && { walletKind }) } }),
            ),
          ),
          (answer) => answer,
        ),
    })
    if (typeof first === 'object') chooseOnceFound(begun, first)
    setRunning(begun)
    return begun.stop
  }, [])
  return running
}

/** Wallets of some chain families are met a moment after the others. Whoever has chosen another one meanwhile goes on with that. */
function chooseOnceFound({ discovery, proof }: RunningProof, wallet: ChosenWallet): void {
  const look = () => {
    const isOver = !['discovering', 'choosing'].includes(proof.getSnapshot().phase.at)
    const isFound = discovery.entryOf(wallet.id) !== undefined
    if (isFound || isOver) stop()
    if (isFound && !isOver) proof.send({ type: 'wallet-chosen', wallet })
  }
  const stop = discovery.subscribe(look)
  look()
}
