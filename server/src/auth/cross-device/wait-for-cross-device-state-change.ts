import type { FastifyRequest, FastifyReply } from 'fastify'
import type { CrossDeviceEndpointContext } from './cross-device-endpoint-context.ts'
import { getCrossDeviceRequestState, isCrossDeviceRequestEnded } from './cross-device-request-store.ts'
import type { CrossDeviceRequestRow } from './cross-device-request-store.ts'

export async function waitForCrossDeviceStateChange(
  { clock, longPoll }: CrossDeviceEndpointContext,
  {
    read,
    known: knownState,
    request,
    reply,
  }: {
    read: () => Promise<CrossDeviceRequestRow>
    known: CrossDeviceRequestRow['state'] | undefined
    request: FastifyRequest
    reply: FastifyReply
  },
): Promise<CrossDeviceRequestRow> {
  const found = await read()
  const now = clock()
  // If the client has already disconnected, `close` never fires.
  if (
    knownState === undefined ||
    reply.raw.destroyed ||
    getCrossDeviceRequestState(found, now) !== knownState ||
    isCrossDeviceRequestEnded(found, now)
  )
    return found
  const gone = new AbortController()
  const abortWait = () => gone.abort()
  reply.raw.once('close', abortWait)
  await longPoll.waitForChange(
    { id: found.id, known: knownState, mostMs: found.expires_at - now, address: request.ip },
    gone.signal,
  )
  reply.raw.off('close', abortWait)
  return read()
}
