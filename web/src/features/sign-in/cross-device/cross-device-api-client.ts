// Loaded only when a cross-device code is needed, to keep the sign-in page small.
import { crossDeviceApiRoutes } from '@countersign/api/cross-device-api-route-paths'
import type { ApiCaller } from '../../../api/api-client.ts'
import {
  browserHttpTransport,
  createBrowserApiCallerForRoutes,
  createBrowserHttpClient,
} from '../../../api/api-http-client.ts'

const [send, isOnline] = browserHttpTransport

/** The server holds these requests for about as long as the default timeout (long polling). */
const longPollTimeoutMs = 40_000
export const callCrossDeviceApi = createBrowserApiCallerForRoutes(
  crossDeviceApiRoutes,
  createBrowserHttpClient(send, isOnline, longPollTimeoutMs),
) as ApiCaller<keyof typeof crossDeviceApiRoutes>

/** The request also works while the page unloads (Fetch §keepalive). The response is ignored. */
const sendKeepaliveRequest = createBrowserHttpClient((url, init) => fetch(url, { ...init, keepalive: true }), isOnline)
export const cancelCrossDeviceCode = (id: string, unless?: 'answered'): void =>
  void sendKeepaliveRequest(crossDeviceApiRoutes.cancelCrossDevice, { params: { id }, query: { unless } })
