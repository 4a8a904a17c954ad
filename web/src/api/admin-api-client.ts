// The browser's side of every call of the administration, in the way of api-client.ts.
import type { AdminEndpointOutput, AdminEndpointInput } from '@countersign/api/admin-endpoints'
import { adminRoutes } from '@countersign/api/admin-routes'
import type { AdminEndpointName } from '@countersign/api/admin-routes'
import type { EndpointCallArguments, StreamedOutputAsBlob, ApiResult } from './api-client.ts'
import { browserHttpTransport, createNamedEndpointCaller, createHttpClient } from './http-client.ts'

/** What a call of the administration answers here: a file comes as one. */
export type AdminApiResponse<Name extends AdminEndpointName> = StreamedOutputAsBlob<AdminEndpointOutput<Name>>

/** Calls the server for the administration. Never rejects. */
export type CallAdminApi = <Name extends AdminEndpointName>(
  name: Name,
  ...given: EndpointCallArguments<AdminEndpointInput<Name>>
) => Promise<ApiResult<AdminApiResponse<Name>>>

export const callAdminApi = createNamedEndpointCaller(
  adminRoutes,
  createHttpClient(...browserHttpTransport),
) as CallAdminApi
