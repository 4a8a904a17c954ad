// The browser's side of every call to the server. Whatever happens comes back as a value: an answer, the server's own
// refusal, or what kept the two apart.
import type { ApiEndpointOutput, ApiEndpointInput } from '@countersign/api/api-endpoints'
import { apiRoutes } from '@countersign/api/api-route-paths'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import { browserHttpTransport, createBrowserApiCallerForRoutes, createBrowserHttpClient } from './api-http-client.ts'
import type { ApiResult } from './api-http-client.ts'

export type { HttpConnectionProblem, HttpConnectionProblemCode, ApiResult } from './api-http-client.ts'

/** An answer as it arrives here: a file comes as one. */
export type ReceivedResponseBody<Answer> = Answer extends AsyncIterable<string> ? Blob : Answer

export type ApiEndpointResponse<Name extends ApiEndpointName> = ReceivedResponseBody<ApiEndpointOutput<Name>>
export type ApiEndpointResult<Name extends ApiEndpointName> = ApiResult<ApiEndpointResponse<Name>>

/** The parts that a call has, without those that it has not. */
type InputParts<Input> = { [Part in keyof Input as Input[Part] extends undefined ? never : Part]: Input[Part] }
type OptionalParts<Input> = { [Part in keyof Input as object extends Input[Part] ? Part : never]?: Input[Part] }
type RequiredParts<Input> = { [Part in keyof Input as object extends Input[Part] ? never : Part]: Input[Part] }

/** What a caller gives: body, params and query where the call has them, and a signal to give up by. */
export type ApiEndpointCallOptions<Input> = OptionalParts<InputParts<Input>> &
  RequiredParts<InputParts<Input>> & { signal?: AbortSignal }

/** The same as the rest of a caller's arguments: nothing where nothing has to be given. */
export type ApiEndpointCallArguments<Input> =
  object extends ApiEndpointCallOptions<Input>
    ? [given?: ApiEndpointCallOptions<Input>]
    : [given: ApiEndpointCallOptions<Input>]

/** Calls the server by the names of some calls, or of all. Never rejects. */
export type ApiCaller<Names extends ApiEndpointName = ApiEndpointName> = <Name extends Names>(
  name: Name,
  ...given: ApiEndpointCallArguments<ApiEndpointInput<Name>>
) => Promise<ApiEndpointResult<Name>>

/**
 * Makes the function that calls the server.
 * @param send does the HTTP exchange; the browser's own `fetch`, or a test's
 * @param isOnline whether the browser believes that it has a network
 */
export function createBrowserApiCaller(send: typeof fetch, isOnline: () => boolean): ApiCaller {
  return createBrowserApiCallerForRoutes(apiRoutes, createBrowserHttpClient(send, isOnline)) as ApiCaller
}

export const callApi: ApiCaller = createBrowserApiCaller(...browserHttpTransport)
