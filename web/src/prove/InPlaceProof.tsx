// The proof of a wallet by somebody who is signed in, on the page where they are: to confirm that it is them, to link a
// wallet, to merge. What comes of it is handed on, and the page stays.
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { ClientProblem } from '../api.ts'
import type { Problem } from '@countersign/api/problem'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import type { Purpose } from '../wallet/purpose.ts'
import type { ChosenWallet } from '../wallet/states.ts'
import { beginProof } from './begin-proof.ts'
import type { RunningProof } from './begin-proof.ts'
import { inTurn } from './in-turn.ts'
import { Notices } from './Notices.tsx'
import { ProofStage } from './ProofStage.tsx'
import type { DrawRefusal } from './ProofStage.tsx'
import { serverAnswer } from './server-answer.ts'
import { useProofState } from './use-proof-state.ts'
import { WalletListPlaceholder } from './WalletList.tsx'
import type { WalletListProps } from './WalletList.tsx'

type Submitted<Answer> = { ok: true; answer: Answer } | { ok: false; problem: Problem | ClientProblem }

interface InPlaceProofProps<Answer> {
  purpose: Exclude<Purpose, { for: 'sign-in' }>
  /** Hands in what the wallet signed. */
  submit: (signed: { message: string; signature: string }) => Promise<Submitted<Answer>>
  onProved: (answer: Answer) => void
  /** The person put away a question that came up on the way: nothing happened. */
  onCancelled?: () => void
  /** The wallet to begin with, where it is known already. */
  first?: ChosenWallet
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
  if (running === null) return <WalletListPlaceholder about={about} />
  return (
    <>
      <Trouble running={running} />
      <ProofStage
        running={running}
        about={about}
        before={before}
        {...(drawWallets && { drawWallets })}
        {...(drawRefusal && { drawRefusal })}
      />
    </>
  )
}

function Trouble({ running }: { running: RunningProof }) {
  return <Notices state={useProofState(running)} />
}

type Errand<Answer> = Pick<InPlaceProofProps<Answer>, 'purpose' | 'submit' | 'onProved' | 'onCancelled' | 'first'>

function useInPlaceProof<Answer>(errand: Errand<Answer>): RunningProof | null {
  const [running, setRunning] = useState<RunningProof | null>(null)
  /** Always the latest, so that nothing is begun anew because a function is another one. */
  const latest = useRef(errand)
  useEffect(() => {
    latest.current = errand
  })
  useEffect(() => {
    const { purpose, first } = latest.current
    let accepted: { answer: Answer } | null = null
    const begun = beginProof(purpose, {
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
      async submit(message, signature) {
        const result = leaveIfEnded(await latest.current.submit({ message, signature }))
        if (result.ok) {
          accepted = result
          return { ok: true, answer: { name: null, next: '' } }
        }
        if (result.problem.code === 'network.cancelled') latest.current.onCancelled?.()
        return result
      },
      leave: () => accepted && latest.current.onProved(accepted.answer),
    })
    if (first) chooseOnceFound(begun, first)
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

/** A session that ended meanwhile can prove nothing more here. */
function leaveIfEnded<Result extends { ok: true } | { ok: false; problem: { code: string } }>(result: Result): Result {
  if (!result.ok && result.problem.code === 'session.required') location.replace(paths.signedOut('ended'))
  return result
}
