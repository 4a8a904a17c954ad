// The browser's side of every call to the server. Whatever happens comes back as a value: an answer, the server's own
// refusal, or what kept the two apart.
import type { EndpointOutput, EndpointInput } from '@countersign/api/api-endpoints'
import { apiRoutes } from '@countersign/api/api-routes'
import type { EndpointName } from '@countersign/api/api-routes'
import { browserHttpTransport, createNamedEndpointCaller, createHttpClient } from './http-client.ts'
import type { ApiResult } from './http-client.ts'

export type { NetworkProblem, NetworkProblemCode, ApiResult } from './http-client.ts'

/** An answer as it arrives here: a file comes as one. */
export type StreamedOutputAsBlob<Answer> = Answer extends AsyncIterable<string> ? Blob : Answer

export type EndpointResponse<Name extends EndpointName> = StreamedOutputAsBlob<EndpointOutput<Name>>
export type EndpointResult<Name extends EndpointName> = ApiResult<EndpointResponse<Name>>

/** The parts that a call has, without those that it has not. */
type InputParts<Input> = { [Part in keyof Input as Input[Part] extends undefined ? never : Part]: Input[Part] }
type OptionalParts<Input> = { [Part in keyof Input as object extends Input[Part] ? Part : never]?: Input[Part] }
type RequiredParts<Input> = { [Part in keyof Input as object extends Input[Part] ? never : Part]: Input[Part] }

/** What a caller gives: body, params and query where the call has them, and a signal to give up by. */
export type EndpointCallOptions<Input> = OptionalParts<InputParts<Input>> &
  RequiredParts<InputParts<Input>> & { signal?: AbortSignal }

/** The same as the rest of a caller's arguments: nothing where nothing has to be given. */
export type EndpointCallArguments<Input> =
  object extends EndpointCallOptions<Input> ? [given?: EndpointCallOptions<Input>] : [given: EndpointCallOptions<Input>]

/** Calls the server by the names of some calls, or of all. Never rejects. */
export type CallApi<Names extends EndpointName = EndpointName> = <Name extends Names>(
  name: Name,
  ...given: EndpointCallArguments<EndpointInput<Name>>
) => Promise<EndpointResult<Name>>

/**
 * Makes the function that calls the server.
 * @param send does the HTTP exchange; the browser's own `fetch`, or a test's
 * @param isOnline whether the browser believes that it has a network
 */
export function createApiCaller(send: typeof fetch, isOnline: () => boolean): CallApi {
  return createNamedEndpointCaller(apiRoutes, createHttpClient(send, isOnline)) as CallApi
}

export const callApi: CallApi = createApiCaller(...browserHttpTransport)
