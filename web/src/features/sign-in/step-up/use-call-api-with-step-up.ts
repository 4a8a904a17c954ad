import { useContext, useMemo } from 'react'
import { callApi } from '../../../api/api-client.ts'
import type { ApiCaller, ApiResult } from '../../../api/api-client.ts'
import { StepUpContext } from './step-up-context.ts'
import type { StepUpRequester } from './step-up-context.ts'

type AnyCall = (...request: never[]) => Promise<ApiResult<unknown>>

/** If the dialog is dismissed, the result is `network.cancelled`: nothing happened. */
export function useCallApiWithStepUp(): ApiCaller
export function useCallApiWithStepUp<Send extends AnyCall>(send: Send): Send
export function useCallApiWithStepUp(send: AnyCall = callApi): AnyCall {
  const ask = useRequestStepUp()
  return useMemo(() => createCallApiWithStepUp(send, ask), [send, ask])
}

export function useRequestStepUp(): StepUpRequester {
  const ask = useContext(StepUpContext)
  if (!ask) throw new Error('A sensitive call must stand inside StepUpProvider.')
  return ask
}

/** Retries only once, so that a server that keeps refusing does not cause a loop. */
export function createCallApiWithStepUp<Send extends AnyCall>(send: Send, ask: StepUpRequester): Send {
  const sensitive = async (...request: never[]): Promise<ApiResult<unknown>> => {
    const first = await send(...request)
    if (first.ok || first.problem.code !== 'step_up.required') return first
    if (await ask()) return send(...request)
    return { ok: false, problem: { code: 'network.cancelled', retry: true } }
  }
  return sensitive as Send
}
