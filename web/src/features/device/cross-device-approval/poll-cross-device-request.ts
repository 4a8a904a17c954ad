import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { ApiResult } from '../../../api/api-client.ts'
import type { OpenedCrossDeviceRequestState } from './cross-device-approval-reducer.ts'

type CrossDeviceStatusResponse = ApiEndpointOutput<'followCrossDevice'>

export interface CrossDevicePollDependencies {
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<void>
  /** @param state the known state; if undefined, the current state is returned immediately */
  readonly fetchStatus: (
    state: OpenedCrossDeviceRequestState | undefined,
  ) => Promise<ApiResult<CrossDeviceStatusResponse>>
  readonly onStatus: (followed: CrossDeviceStatusResponse) => void
  readonly onEnded: () => void
  /** Called with null when the server is reachable again. */
  readonly onError: (problem: (ApiResult<CrossDeviceStatusResponse> & { ok: false })['problem'] | null) => void
  readonly signal: AbortSignal
}

/** If a response without news arrives faster than this, the server could not hold the request. */
const longPollMilliseconds = 1_000
const pauseMilliseconds = 2_000
/** One failure is normal, for example while a phone shows another app. */
const silentFailures = 1

/** Never rejects. */
export async function pollCrossDeviceRequest(
  known: OpenedCrossDeviceRequestState | undefined,
  context: CrossDevicePollDependencies,
): Promise<void> {
  const { signal } = context
  // A function, so that TypeScript does not narrow the value across awaits.
  const isOver = () => signal.aborted
  let state = known
  let failures = 0
  while (!isOver()) {
    const askedAt = context.now()
    const result = await context.fetchStatus(state)
    if (isOver()) return
    if (!result.ok) {
      const { problem } = result
      if (problem.code === 'cross_device.ended') return context.onEnded()
      failures += 1
      if (failures > silentFailures) context.onError(problem)
      const seconds = 'retryAfterSeconds' in problem ? (problem.retryAfterSeconds ?? 0) : 0
      await context.wait(Math.max(pauseMilliseconds, seconds * 1000))
      continue
    }
    if (failures > 0) context.onError(null)
    failures = 0
    const isNew = result.answer.state !== state
    state = result.answer.state
    if (isNew) context.onStatus(result.answer)
    else if (context.now() - askedAt < longPollMilliseconds) await context.wait(pauseMilliseconds)
  }
}
