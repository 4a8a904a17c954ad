import type { AdminApiEndpointOutput, AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { adminApiRoutes } from '@countersign/api/admin-api-route-paths'
import type { AdminApiEndpointName } from '@countersign/api/admin-api-route-paths'
import type { ApiEndpointCallArguments, ReceivedResponseBody, ApiResult } from './api-client.ts'
import { browserHttpTransport, createBrowserApiCallerForRoutes, createBrowserHttpClient } from './api-http-client.ts'

export type AdminApiResponse<Name extends AdminApiEndpointName> = ReceivedResponseBody<AdminApiEndpointOutput<Name>>

/** Never rejects. */
export type CallAdminApiFunction = <Name extends AdminApiEndpointName>(
  name: Name,
  ...given: ApiEndpointCallArguments<AdminApiEndpointInput<Name>>
) => Promise<ApiResult<AdminApiResponse<Name>>>

export const callAdminApi = createBrowserApiCallerForRoutes(
  adminApiRoutes,
  createBrowserHttpClient(...browserHttpTransport),
) as CallAdminApiFunction
