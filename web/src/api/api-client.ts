import type { ApiEndpointOutput, ApiEndpointInput } from '@countersign/api/api-endpoints'
import { apiRoutes } from '@countersign/api/api-route-paths'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import { browserHttpTransport, createBrowserApiCallerForRoutes, createBrowserHttpClient } from './api-http-client.ts'
import type { ApiResult } from './api-http-client.ts'

export type { HttpConnectionProblem, HttpConnectionProblemCode, ApiResult } from './api-http-client.ts'

export type ReceivedResponseBody<Answer> = Answer extends AsyncIterable<string> ? Blob : Answer

export type ApiEndpointResponse<Name extends ApiEndpointName> = ReceivedResponseBody<ApiEndpointOutput<Name>>
export type ApiEndpointResult<Name extends ApiEndpointName> = ApiResult<ApiEndpointResponse<Name>>

type InputParts<Input> = { [Part in keyof Input as Input[Part] extends undefined ? never : Part]: Input[Part] }
type OptionalParts<Input> = { [Part in keyof Input as object extends Input[Part] ? Part : never]?: Input[Part] }
type RequiredParts<Input> = { [Part in keyof Input as object extends Input[Part] ? never : Part]: Input[Part] }

export type ApiEndpointCallOptions<Input> = OptionalParts<InputParts<Input>> &
  RequiredParts<InputParts<Input>> & { headers?: Readonly<Record<string, string>>; signal?: AbortSignal }

export type ApiEndpointCallArguments<Input> =
  object extends ApiEndpointCallOptions<Input>
    ? [given?: ApiEndpointCallOptions<Input>]
    : [given: ApiEndpointCallOptions<Input>]

/** Never rejects: even a connection error is a value. */
export type ApiCaller<Names extends ApiEndpointName = ApiEndpointName> = <Name extends Names>(
  name: Name,
  ...given: ApiEndpointCallArguments<ApiEndpointInput<Name>>
) => Promise<ApiEndpointResult<Name>>

export function createBrowserApiCaller(send: typeof fetch, isOnline: () => boolean): ApiCaller {
  return createBrowserApiCallerForRoutes(apiRoutes, createBrowserHttpClient(send, isOnline)) as ApiCaller
}

export const callApi: ApiCaller = createBrowserApiCaller(...browserHttpTransport)
