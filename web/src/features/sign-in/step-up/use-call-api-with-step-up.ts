// Calls the server for what is sensitive: where it wants another proof of the person first, they are asked for it, and the call then goes
// on as if nothing had been.
import { useContext, useMemo } from 'react'
import { callApi } from '../../../api/api-client.ts'
import type { ApiCaller, ApiResult } from '../../../api/api-client.ts'
import { StepUpContext } from './step-up-context.ts'
import type { StepUpRequester } from './step-up-context.ts'

/** The calls of a person, or those of the administration. */
type AnyCall = (...request: never[]) => Promise<ApiResult<unknown>>

/**
 * The function that calls the server, for calls that can be refused with `step_up.required`. A person who does not want
 * to confirm gets `network.cancelled`, which a screen takes as "nothing happened".
 */
export function useCallApiWithStepUp(): ApiCaller
/** The same for calls of another contract. */
export function useCallApiWithStepUp<Send extends AnyCall>(send: Send): Send
export function useCallApiWithStepUp(send: AnyCall = callApi): AnyCall {
  const ask = useRequestStepUp()
  return useMemo(() => createCallApiWithStepUp(send, ask), [send, ask])
}

/** The function that asks the person to confirm that it is them, for what cannot wait until it is refused. */
export function useRequestStepUp(): StepUpRequester {
  const ask = useContext(StepUpContext)
  if (!ask) throw new Error('A sensitive call must stand inside StepUpProvider.')
  return ask
}

/**
 * Makes the function that calls the server and asks the person where the server wants it. It asks once: a server that
 * refuses again after that is not asked for ever.
 */
export function createCallApiWithStepUp<Send extends AnyCall>(send: Send, ask: StepUpRequester): Send {
  const sensitive = async (...request: never[]): Promise<ApiResult<unknown>> => {
    const first = await send(...request)
    if (first.ok || first.problem.code !== 'step_up.required') return first
    if (await ask()) return send(...request)
    return { ok: false, problem: { code: 'network.cancelled', retry: true } }
  }
  return sensitive as Send
}
