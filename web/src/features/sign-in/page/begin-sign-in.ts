// Signs in by a wallet or a passkey: what the sign-in page asks the server, by itself or for an application.
import type { CallAnswer, PasskeyAssertion } from '@countersign/api/calls'
import type { CallName } from '@countersign/api/routes'
import type { CallResult } from '../../../api/api.ts'
import type { PasskeySignIn, PasskeySurroundings } from '../passkey/passkey-sign-in.ts'
import { paths, readInteractionId, readNext } from '../../../api/paths.ts'
import { after, beginProof } from '../proof/begin-proof.ts'
import type { RunningProof } from '../proof/begin-proof.ts'
import { inTurn } from '../proof/in-turn.ts'
import { serverAnswer } from '../proof/server-answer.ts'
import { callForSignIn } from '../../../api/sign-in-api.ts'
import { signedInInWords } from '../../../ui/person-name.ts'
import type { ServerAnswer } from '../wallet/events.ts'
import { isOwnPath } from '../../../api/own-path.ts'
import type { Resumed } from '../wallet/machine.ts'
import type { SignedInPerson } from '../wallet/states.ts'
import { askPasskey } from '../passkey/ask-passkey.ts'
import { startPasskeySignIn } from '../passkey/passkey-sign-in.ts'

/** A sign-in under way in this browser. It lasts as long as the document. */
export interface RunningSignIn extends RunningProof {
  readonly passkey: PasskeySignIn
  /** Calls back when the server says that the application's sign-in is over. @returns the function that ends it */
  readonly onInteractionOver: (listener: () => void) => () => void
}

/**
 * Starts to look for wallets and to get everything ready for the first tap.
 * @param resumed what somebody comes back to
 */
export function beginSignIn(resumed: Resumed | null): RunningSignIn {
  const interactionId = readInteractionId(location.search)
  const interaction = interactionId === null ? {} : { interaction: interactionId }
  const overListeners = new Set<() => void>()
  const hearProblem = ({ code }: { code: string }) => {
    if (code === 'interaction.unusable') for (const listener of overListeners) listener()
  }
  const hear = <Name extends CallName>(result: CallResult<Name>): CallResult<Name> => {
    if (!result.ok) hearProblem(result.problem)
    return result
  }
  const signInWithPasskey = async (assertion: PasskeyAssertion) =>
    hear(await callForSignIn('signInWithPasskey', { body: { assertion, ...interaction } }))
  const running = beginProof(
    {
      purpose: { for: 'sign-in' },
      // An application asks for a fresh proof: whoever is signed in here already is not offered to go on without one.
      readSession: async () => (interactionId === null ? readPerson() : { ok: true, answer: null }),
      createChallenge: async (walletKind) =>
        serverAnswer(
          hear(
            await inTurn(() =>
              callForSignIn('createChallenge', {
                body: { purpose: 'sign-in', ...interaction, ...(walletKind && { walletKind }) },
              }),
            ),
          ),
          (answer) => answer,
        ),
      submit: async (message, signature) =>
        serverAnswer(
          hear(await callForSignIn('signIn', { body: { message, signature, ...interaction } })),
          readAccepted,
        ),
      submitAssertion: async (assertion) => serverAnswer(await signInWithPasskey(assertion), readAccepted),
      ...interaction,
      hear: hearProblem,
      leave,
    },
    resumed,
  )
  const passkey = beginPasskey({
    // In the background: where the application's sign-in is over, the challenge for the wallets says so.
    createRequest: () => inTurn(() => callForSignIn('createPasskeySignIn', { body: interaction })),
    signIn: signInWithPasskey,
    leave,
  })
  const proof: RunningProof['proof'] = {
    ...running.proof,
    send(event) {
      if (event.type !== 'wallet-chosen' || passkey.giveWay()) running.proof.send(event)
    },
  }
  const onInteractionOver = (listener: () => void) => {
    overListeners.add(listener)
    return () => overListeners.delete(listener)
  }
  return { ...running, proof, passkey, onInteractionOver }
}

const readAccepted = ({ person, session, next }: CallAnswer<'signIn'>) => ({
  name: signedInInWords(person, session),
  next,
})

const leave = (path: string) => {
  // Back leads to a sign-in that is over, which the browser's memory (bfcache) holds as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  location.assign(chooseNext(path))
}

async function readPerson(): Promise<ServerAnswer<SignedInPerson | null>> {
  return serverAnswer(await callForSignIn('readSession'), ({ person, session }) =>
    person && session
      ? { name: signedInInWords(person, session), address: session.wallet?.address ?? person.address }
      : null,
  )
}

/** The server's next path; where it only says "the account", the page that sent the person here. */
function chooseNext(path: string): string {
  const isElsewhere = path !== paths.account && isOwnPath(path, location.origin)
  return isElsewhere ? path : readNext(location.search)
}

/** @param errand what it asks the server, and what comes after it */
export function beginPasskey(errand: Pick<PasskeySurroundings, 'createRequest' | 'signIn' | 'leave'>): PasskeySignIn {
  return startPasskeySignIn({
    ...errand,
    now: Date.now,
    after,
    ask: askPasskey,
    whenSeen,
  })
}

/** Resolves once somebody looks at the page. */
const whenSeen = () =>
  new Promise<void>((resolve) => {
    const look = () => document.visibilityState === 'visible' && resolve()
    document.addEventListener('visibilitychange', look)
    look()
  })
