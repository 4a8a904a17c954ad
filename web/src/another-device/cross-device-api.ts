// The calls of a browser that waits for another device. They come with what shows the code, so that the sign-in page carries none of them.
import type { CallInput } from '@countersign/api/calls'
import { crossDeviceRoutes } from '@countersign/api/cross-device-routes'
import type { Arguments, CallResult } from '../api.ts'
import { browser, createExchange } from '../exchange.ts'
import type { Sent } from '../exchange.ts'

type CrossDeviceCallName = keyof typeof crossDeviceRoutes

/** Calls the server. Never rejects. */
type CallCrossDevice = <Name extends CrossDeviceCallName>(
  name: Name,
  ...given: Arguments<CallInput<Name>>
) => Promise<CallResult<Name>>

const [send, isOnline] = browser

/** The server holds back its answer for so long that the ordinary patience would end just then (long polling). */
const patienceMs = 40_000
const exchange = createExchange(send, isOnline, patienceMs)
export const callCrossDevice = (async (name: CrossDeviceCallName, given?: Sent) =>
  exchange(crossDeviceRoutes[name], given)) as CallCrossDevice

/** Ends a code, also while the page is being left (Fetch §keepalive). What comes of it nobody waits for. */
const leaving = createExchange((url, init) => fetch(url, { ...init, keepalive: true }), isOnline)
export const cancelCode = (id: string): void => void leaving(crossDeviceRoutes.cancelCrossDevice, { params: { id } })
