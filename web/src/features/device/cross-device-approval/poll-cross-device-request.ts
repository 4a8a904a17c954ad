// Follows how far another browser is with what it asked for (long polling): the server holds each question until there is something new.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { ApiResult } from '../../../api/api-client.ts'
import type { OpenedCrossDeviceRequestState } from './cross-device-approval-reducer.ts'

type CrossDeviceStatusResponse = ApiEndpointOutput<'followCrossDevice'>

/** What it needs of the world. */
export interface CrossDevicePollDependencies {
  readonly now: () => number
  /** Resolves after a time, or as soon as nobody follows any more. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** @param state as it is known here; undefined where even that has to be asked for */
  readonly fetchStatus: (
    state: OpenedCrossDeviceRequestState | undefined,
  ) => Promise<ApiResult<CrossDeviceStatusResponse>>
  readonly onStatus: (followed: CrossDeviceStatusResponse) => void
  /** It is over for this browser. */
  readonly onEnded: () => void
  /** What keeps browser and server apart; null once they speak again. */
  readonly onError: (problem: (ApiResult<CrossDeviceStatusResponse> & { ok: false })['problem'] | null) => void
  readonly signal: AbortSignal
}

/** A server that answers sooner without anything new could not hold the question. */
const longPollMilliseconds = 1_000
const pauseMilliseconds = 2_000
/** A question that is lost once, as while a phone looks at another app, is nothing to tell. */
const silentFailures = 1

/** Runs until it is over or the signal ends it. Never rejects. */
export async function pollCrossDeviceRequest(
  known: OpenedCrossDeviceRequestState | undefined,
  context: CrossDevicePollDependencies,
): Promise<void> {
  const { signal } = context
  // A function, because what it says changes while others run.
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
