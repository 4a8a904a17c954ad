// The calls of a browser that waits for another device. They come with what shows the code, so that the sign-in page carries none of them.
import { crossDeviceRoutes } from '@countersign/api/cross-device-routes'
import type { CallApi } from '../../../api/api-client.ts'
import { browserHttpTransport, createNamedEndpointCaller, createHttpClient } from '../../../api/http-client.ts'

const [send, isOnline] = browserHttpTransport

/** The server holds back its answer for so long that the ordinary patience would end just then (long polling). */
const longPollTimeoutMs = 40_000
export const callCrossDeviceApi = createNamedEndpointCaller(
  crossDeviceRoutes,
  createHttpClient(send, isOnline, longPollTimeoutMs),
) as CallApi<keyof typeof crossDeviceRoutes>

/** Ends a code, also while the page is being left (Fetch §keepalive). What comes of it nobody waits for. */
const sendKeepaliveRequest = createHttpClient((url, init) => fetch(url, { ...init, keepalive: true }), isOnline)
export const cancelCrossDeviceCode = (id: string, unless?: 'answered'): void =>
  void sendKeepaliveRequest(crossDeviceRoutes.cancelCrossDevice, { params: { id }, query: { unless } })
