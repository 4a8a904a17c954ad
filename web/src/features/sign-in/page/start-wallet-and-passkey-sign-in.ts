import type { ApiEndpointOutput, PasskeyAssertion } from '@countersign/api/api-endpoints'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import type { ApiEndpointResult } from '../../../api/api-client.ts'
import type { RunningPasskeySignIn, PasskeySignInDependencies } from '../passkeys/passkey-sign-in-controller.ts'
import { frontEndPagePaths, parseOidcInteractionId, parseReturnPath } from '../../../api/front-end-page-paths.ts'
import { runAfterDelay, startWalletProof } from '../proof-flow/start-wallet-proof.ts'
import type { RunningWalletProof } from '../proof-flow/start-wallet-proof.ts'
import { withCrossTabChallengeRequestLock } from '../proof-flow/cross-tab-challenge-request-lock.ts'
import { toWalletProofServerResult } from '../proof-flow/convert-api-result-for-wallet-proof.ts'
import { callSignInApi } from '../../../api/sign-in-api-client.ts'
import { formatSignedInPerson } from '../../../ui/format-person-name.ts'
import type { WalletProofServerResult } from '../wallet/wallet-proof-events.ts'
import { isSameOriginPath } from '../../../api/is-same-origin-path.ts'
import type { ResumedWalletProofState } from '../wallet/wallet-proof-state-machine.ts'
import type { SignedInPerson } from '../wallet/wallet-proof-phases.ts'
import { nameWalletApp, reportSignInFailures } from '../proof-flow/report-sign-in-failures.ts'
import { requestPasskeyAssertion } from '../passkeys/request-passkey-assertion.ts'
import { signalRemovedPasskey } from '../passkeys/signal-removed-passkey.ts'
import { startPasskeySignIn } from '../passkeys/passkey-sign-in-controller.ts'

/** Lasts as long as the document. */
export interface RunningBrowserSignIn extends RunningWalletProof {
  readonly passkey: RunningPasskeySignIn
  /** Called when the application's sign-in has ended. @returns a function that unsubscribes */
  readonly onInteractionOver: (listener: () => void) => () => void
}

/** @param resumed a sign-in that was waiting for approval */
export function startWalletAndPasskeySignIn(resumed: ResumedWalletProofState | null): RunningBrowserSignIn {
  const interactionId = parseOidcInteractionId(location.search)
  const interaction = interactionId === null ? {} : { interaction: interactionId }
  const overListeners = new Set<() => void>()
  const hearProblem = ({ code }: { code: string }) => {
    if (code === 'interaction.invalid') for (const listener of overListeners) listener()
  }
  const hear = <Name extends ApiEndpointName>(result: ApiEndpointResult<Name>): ApiEndpointResult<Name> => {
    if (!result.ok) hearProblem(result.problem)
    return result
  }
  const signInWithPasskey = async (assertion: PasskeyAssertion) => {
    const result = hear(await callSignInApi('signInWithPasskey', { body: { assertion, ...interaction } }))
    if (!result.ok && result.problem.code === 'passkey.removed') void signalRemovedPasskey(assertion.id)
    return result
  }
  const running = startWalletProof(
    {
      purpose: { for: 'sign-in' },
      // An application requests a fresh proof, so an existing session is ignored.
      readSession: async () => (interactionId === null ? readSignedInPerson() : { ok: true, answer: null }),
      createChallenge: async (walletKind) =>
        toWalletProofServerResult(
          hear(
            await withCrossTabChallengeRequestLock(() =>
              callSignInApi('createChallenge', {
                body: { purpose: 'sign-in', ...interaction, ...(walletKind && { walletKind }) },
              }),
            ),
          ),
          (answer) => answer,
        ),
      submit: async (message, signature, wallet) =>
        toWalletProofServerResult(
          hear(
            await callSignInApi('signIn', {
              body: { message, signature, ...interaction },
              ...(wallet && { headers: nameWalletApp(wallet) }),
            }),
          ),
          toAcceptedProof,
        ),
      submitAssertion: async (assertion) =>
        toWalletProofServerResult(await signInWithPasskey(assertion), toAcceptedProof),
      ...interaction,
      onProblem: hearProblem,
      leave: redirectAfterSignIn,
    },
    resumed,
  )
  reportSignInFailures(running)
  const passkey = startBrowserPasskeySignIn({
    // This runs in the background, so only the wallet challenge reports that the sign-in has ended.
    createRequest: () =>
      withCrossTabChallengeRequestLock(() => callSignInApi('createPasskeySignIn', { body: interaction })),
    signIn: signInWithPasskey,
    leave: redirectAfterSignIn,
  })
  const proof: RunningWalletProof['proof'] = {
    ...running.proof,
    send(event) {
      if (event.type !== 'wallet-chosen' || passkey.cancelForWallet()) running.proof.send(event)
    },
  }
  const onInteractionOver = (listener: () => void) => {
    overListeners.add(listener)
    return () => overListeners.delete(listener)
  }
  return { ...running, proof, passkey, onInteractionOver }
}

const toAcceptedProof = ({ person, session, next }: ApiEndpointOutput<'signIn'>) => ({
  name: formatSignedInPerson(person, session),
  next,
})

const redirectAfterSignIn = (path: string) => {
  // If the user comes back with Back, the restored page would show a finished sign-in.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  location.assign(chooseReturnPath(path))
}

async function readSignedInPerson(): Promise<WalletProofServerResult<SignedInPerson | null>> {
  return toWalletProofServerResult(await callSignInApi('readSession'), ({ person, session }) =>
    person && session
      ? { name: formatSignedInPerson(person, session), address: session.wallet?.address ?? person.address }
      : null,
  )
}

/** Falls back to the page that sent the user to the sign-in page. */
function chooseReturnPath(path: string): string {
  const isElsewhere = path !== frontEndPagePaths.account && isSameOriginPath(path, location.origin)
  return isElsewhere ? path : parseReturnPath(location.search)
}

export function startBrowserPasskeySignIn(
  errand: Pick<PasskeySignInDependencies, 'createRequest' | 'signIn' | 'leave'>,
): RunningPasskeySignIn {
  return startPasskeySignIn({
    ...errand,
    now: Date.now,
    after: runAfterDelay,
    requestAssertion: requestPasskeyAssertion,
    waitUntilVisible,
  })
}

const waitUntilVisible = () =>
  new Promise<void>((resolve) => {
    const look = () => document.visibilityState === 'visible' && resolve()
    document.addEventListener('visibilitychange', look)
    look()
  })
