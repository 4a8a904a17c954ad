// The calls of a browser that waits for another device. They come with what shows the code, so that the sign-in page carries none of them.
import { crossDeviceApiRoutes } from '@countersign/api/cross-device-api-route-paths'
import type { ApiCaller } from '../../../api/api-client.ts'
import {
  browserHttpTransport,
  createBrowserApiCallerForRoutes,
  createBrowserHttpClient,
} from '../../../api/api-http-client.ts'

const [send, isOnline] = browserHttpTransport

/** The server holds back its answer for so long that the ordinary patience would end just then (long polling). */
const longPollTimeoutMs = 40_000
export const callCrossDeviceApi = createBrowserApiCallerForRoutes(
  crossDeviceApiRoutes,
  createBrowserHttpClient(send, isOnline, longPollTimeoutMs),
) as ApiCaller<keyof typeof crossDeviceApiRoutes>

/** Ends a code, also while the page is being left (Fetch §keepalive). What comes of it nobody waits for. */
const sendKeepaliveRequest = createBrowserHttpClient((url, init) => fetch(url, { ...init, keepalive: true }), isOnline)
export const cancelCrossDeviceCode = (id: string, unless?: 'answered'): void =>
  void sendKeepaliveRequest(crossDeviceApiRoutes.cancelCrossDevice, { params: { id }, query: { unless } })
