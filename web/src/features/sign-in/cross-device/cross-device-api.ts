// The calls of a browser that waits for another device. They come with what shows the code, so that the sign-in page carries none of them.
import { crossDeviceRoutes } from '@countersign/api/cross-device-routes'
import type { CallServer } from '../../../api/api.ts'
import { browser, callBy, createExchange } from '../../../api/exchange.ts'

const [send, isOnline] = browser

/** The server holds back its answer for so long that the ordinary patience would end just then (long polling). */
const patienceMs = 40_000
export const callCrossDevice = callBy(crossDeviceRoutes, createExchange(send, isOnline, patienceMs)) as CallServer<
  keyof typeof crossDeviceRoutes
>

/** Ends a code, also while the page is being left (Fetch §keepalive). What comes of it nobody waits for. */
const leaving = createExchange((url, init) => fetch(url, { ...init, keepalive: true }), isOnline)
export const cancelCode = (id: string, unless?: 'answered'): void =>
  void leaving(crossDeviceRoutes.cancelCrossDevice, { params: { id }, query: { unless } })
