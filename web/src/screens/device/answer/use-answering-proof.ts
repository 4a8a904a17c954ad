// The proof of a wallet for another browser: its challenge is signed here, and handed to it.
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api.ts'
import { beginProof } from '../../../prove/begin-proof.ts'
import type { RunningProof } from '../../../prove/begin-proof.ts'
import { serverAnswer } from '../../../prove/server-answer.ts'
import { hearOver } from './hear-over.ts'
import type { AnsweringPart } from './stage.ts'

/** @returns null until it has begun */
export function useAnsweringProof({ asked: { code }, dispatch }: AnsweringPart): RunningProof | null {
  const [running, setRunning] = useState<RunningProof | null>(null)
  /** Always the latest, so that nothing is begun anew because a function is another one. */
  const latest = useRef(dispatch)
  useEffect(() => {
    latest.current = dispatch
  })
  useEffect(() => {
    const hear: typeof dispatch = (event) => latest.current(event)
    /** Whether the other browser is to ask from now on whether the owners of a wallet have approved on its chain. */
    let isForOwners = false
    const begun = beginProof({
      purpose: { for: 'elsewhere' },
      readSession: async () => ({ ok: true, answer: null }),
      createChallenge: async (walletKind) => {
        const body = { code, ...(walletKind && { walletKind }) }
        return serverAnswer(hearOver(await call('createCrossDeviceChallenge', { body }), hear), (answer) => answer)
      },
      async submit(message, signature) {
        // It is answered once: as long as the wallet may still sign, nothing else is handed over.
        if (signature === '0x' && !isForOwners) return { ok: false, problem: { code: 'signature.awaited' } }
        const body = { code, answer: { message, signature } }
        const result = hearOver(await call('answerCrossDevice', { body }), hear)
        return serverAnswer(result, () => ({ name: null, next: '' }))
      },
      leave: () => hear({ type: 'answered' }),
    })
    const { proof } = begun
    let askAt: number | null = null
    proof.subscribe(() => {
      const { phase } = proof.getSnapshot()
      if (phase.at !== 'awaiting' || phase.askAt === askAt) return
      askAt = phase.askAt
      // Asked for at once: the wallet has said that its owners approve on the chain.
      if (askAt !== null && askAt <= Date.now()) isForOwners = true
    })
    const send: typeof proof.send = (event) => {
      if (event.type === 'proceed' && proof.getSnapshot().phase.at === 'awaiting') isForOwners = true
      proof.send(event)
    }
    setRunning({ ...begun, proof: { ...proof, send } })
    return begun.stop
  }, [code])
  return running
}
