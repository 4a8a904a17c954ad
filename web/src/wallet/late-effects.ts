// Carries out what is asked for once there is a message: to sign it, to tell a contract from a key, to hand the signature in. Fetched with
// what writes the message, because the sign-in page must be light.
import type { Effect } from './effects.ts'
import { explain } from './explain.ts'
import type { Accepted, LateEvent, ServerAnswer } from './late-events.ts'
import type { WalletProblem } from './problem.ts'
import type { AskWallet } from './provider.ts'
import type { ChosenWallet, Connected, ContractAnswer, Draft, Phase, Signed } from './states.ts'
import { toHexadecimal } from './to-hexadecimal.ts'

export type LateEffect = Extract<Effect, { type: 'ask-contract' | 'ask-owners' | 'sign' | 'submit' }>

/** What of the driver's world it needs. */
export interface LateWorld {
  /** Asks a wallet within the same turn of the browser. */
  readonly ask: (wallet: ChosenWallet, method: string, params: readonly unknown[]) => Promise<unknown>
  /** Asks a wallet that is not waited for. */
  readonly brieflyOf: (wallet: ChosenWallet) => AskWallet
  readonly askContract: (connected: Connected) => Promise<ContractAnswer>
  readonly stateNow: () => { readonly phase: Phase; readonly attempt: number }
  readonly submit: (message: string, signature: string) => Promise<ServerAnswer<Accepted>>
  readonly readProblem: (thrown: unknown) => Promise<WalletProblem>
  readonly send: (event: LateEvent) => void
}

export type CarryOutLate = (effect: LateEffect) => Promise<void>

export function lateEffects({
  ask,
  brieflyOf,
  askContract,
  stateNow,
  submit,
  readProblem,
  send,
}: LateWorld): CarryOutLate {
  /** Whether the owners have approved is asked for by one request at a time, which a signature that comes meanwhile waits for. */
  let asking: Promise<void> = Promise.resolve()

  const sign = async (attempt: number, draft: Draft) => {
    try {
      const signature = await ask(draft.wallet, 'personal_sign', [toHexadecimal(draft.text), draft.address])
      send({ type: 'signed', attempt, signature })
    } catch (thrown) {
      send({ type: 'signature-failed', attempt, problem: await readProblem(thrown) })
    }
  }

  const askOwners = async (attempt: number, draft: Draft) => {
    const result = await submit(draft.text, '0x')
    if (result.ok) send({ type: 'verified', attempt, answer: result.answer })
    else send({ type: 'not-approved', attempt, problem: result.problem })
  }

  const handIn = async (attempt: number, signed: Signed) => {
    await asking
    const { phase, attempt: now } = stateNow()
    if (phase.at !== 'checking' || now !== attempt) return
    const result = await submit(signed.text, signed.signature)
    if (result.ok) return send({ type: 'verified', attempt, answer: result.answer })
    send({ type: 'turned-down', attempt, ...(await explain(signed, result.problem, brieflyOf(signed.wallet))) })
  }

  return (effect) => {
    switch (effect.type) {
      case 'ask-contract':
        return askContract(effect.connected).then((contract) =>
          send({ type: 'contract-told', attempt: effect.attempt, contract }),
        )
      case 'ask-owners':
        asking = askOwners(effect.attempt, effect.draft)
        return asking
      case 'sign':
        return sign(effect.attempt, effect.draft)
      case 'submit':
        return handIn(effect.attempt, effect.signed)
    }
  }
}
