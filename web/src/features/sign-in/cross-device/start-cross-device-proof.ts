import type { ApiResult } from '../../../api/api-http-client.ts'
import { runAfterDelay } from '../proof-flow/start-wallet-proof.ts'
import { withCrossTabChallengeRequestLock } from '../proof-flow/cross-tab-challenge-request-lock.ts'
import { callCrossDeviceApi, cancelCrossDeviceCode } from './cross-device-api-client.ts'
import { createCrossDeviceStateMachineRunner } from './cross-device-state-machine-runner.ts'
import type { ServerResultWithTime } from './cross-device-proof-dependencies.ts'
import type { CrossDeviceStateMachineRunner } from './cross-device-state-machine-runner.ts'
import type { CrossDeviceProofOptions } from '../proof-flow/cross-device-proof-options.ts'

/** `outlives` keeps the code on unload, because a wallet link may replace this tab. */
export function startCrossDeviceProof(
  errand: CrossDeviceProofOptions,
  outlives = false,
): CrossDeviceStateMachineRunner {
  const { purpose, interaction } = errand
  const waiting = createCrossDeviceStateMachineRunner(
    {
      ...errand,
      now: () => Date.now(),
      after: runAfterDelay,
      createCode: async () =>
        withServerTime(
          await withCrossTabChallengeRequestLock(() =>
            callCrossDeviceApi('createCrossDevice', {
              body: { purpose: purpose.for, ...(interaction !== undefined && { interaction }) },
            }),
          ),
        ),
      fetchStatus: async (id, state, signal) =>
        withServerTime(await callCrossDeviceApi('watchCrossDevice', { params: { id }, query: { state }, signal })),
      cancelCode: cancelCrossDeviceCode,
      parseMessageAddress: (message) =>
        loadMessageParser().then(({ parseSignInMessageAddress: parseMessageAddress }) => parseMessageAddress(message)),
    },
    { isVisible: isVisible(), isOnline: navigator.onLine },
  )

  const over = new AbortController()
  const { signal } = over
  const reportConnectivity = () => waiting.send({ type: 'connectivity-changed', isOnline: navigator.onLine })
  let isGivenUp = false
  document.addEventListener(
    'visibilitychange',
    () => waiting.send({ type: 'visibility-changed', isVisible: isVisible() }),
    { signal },
  )
  window.addEventListener('online', reportConnectivity, { signal })
  window.addEventListener('offline', reportConnectivity, { signal })
  window.addEventListener('pagehide', () => (isGivenUp = !outlives && waiting.expireCode()), { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && waiting.send({ type: 'restored', isGivenUp }), {
    signal,
  })
  return {
    ...waiting,
    stop() {
      over.abort()
      waiting.stop()
    },
  }
}

const isVisible = () => document.visibilityState === 'visible'

const withServerTime = <Answer>(result: ApiResult<Answer>): ServerResultWithTime<Answer> => result

const loadMessageParser = () => import('./parse-sign-in-message-address.ts')
