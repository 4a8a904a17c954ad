// The signing device gets no session; the waiting browser does (decision 0051, THREATS P16).
import type { ChallengeEndpointContext } from '../challenges/challenge-endpoint-context.ts'
import { registerCrossDeviceAnsweringDeviceRoutes } from './cross-device-answering-device-routes.ts'
import { createCrossDeviceLongPoll } from './cross-device-long-poll.ts'
import { listChangedCrossDeviceRequests } from './cross-device-request-store.ts'
import { registerCrossDeviceWaitingBrowserRoutes } from './cross-device-waiting-browser-routes.ts'

export function registerCrossDeviceRoutes(app: ChallengeEndpointContext): void {
  const { limits } = app.settings
  const { queries } = app.database
  const longPoll = createCrossDeviceLongPoll({
    maxWaiting: limits.crossDeviceConnections,
    // Covers clock differences between instances.
    listChanged: () => listChangedCrossDeviceRequests(queries, app.clock() - limits.clockToleranceSeconds * 1000),
    setTimer: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  app.http.addHook('preClose', async () => longPoll.stop())
  const context = { ...app, longPoll }
  registerCrossDeviceWaitingBrowserRoutes(context)
  registerCrossDeviceAnsweringDeviceRoutes(context)
}
