// Puts waiting for another device into this browser: with the real window, clock and server.
import type { ResultOf } from '../../../api/exchange.ts'
import { after } from '../proof/begin-proof.ts'
import { inTurn } from '../proof/in-turn.ts'
import { callCrossDevice, cancelCode } from './cross-device-api.ts'
import { waitForDevice } from './driver.ts'
import type { Timed, WaitingDevice } from './driver.ts'
import type { DeviceErrand } from '../proof/errand.ts'

/**
 * Asks for a code, and waits for what another device makes of it.
 * @param outlives whether the code outlives the page: a link into a wallet may lead this very tab away
 */
export function beginWaiting(errand: DeviceErrand, outlives = false): WaitingDevice {
  const { purpose, interaction } = errand
  const waiting = waitForDevice(
    {
      ...errand,
      now: () => Date.now(),
      after,
      createCode: async () =>
        timed(
          await inTurn(() =>
            callCrossDevice('createCrossDevice', {
              body: { purpose: purpose.for, ...(interaction !== undefined && { interaction }) },
            }),
          ),
        ),
      watch: async (id, state, signal) =>
        timed(await callCrossDevice('watchCrossDevice', { params: { id }, query: { state }, signal })),
      cancel: cancelCode,
      addressOf: (message) => loadReader().then(({ addressOf }) => addressOf(message)),
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
  window.addEventListener('pagehide', () => (isGivenUp = !outlives && waiting.giveUp()), { signal })
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

const timed = <Answer>(result: ResultOf<Answer>): Timed<Answer> => result

const loadReader = () => import('./message-address.ts')
