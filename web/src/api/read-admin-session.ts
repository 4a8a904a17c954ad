import { adminSessionRoutes } from '@countersign/api/admin-session-route-path'
import type { AdminApiResponse, CallAdminApiFunction } from './admin-api-client.ts'
import type { ApiResult } from './api-client.ts'
import { browserHttpTransport, createBrowserApiCallerForRoutes, createBrowserHttpClient } from './api-http-client.ts'

const callAdminSession = createBrowserApiCallerForRoutes(
  adminSessionRoutes,
  createBrowserHttpClient(...browserHttpTransport),
) as CallAdminApiFunction

/** Never rejects. Loads no other route of the administration API. */
export const readAdminSession = (signal: AbortSignal): Promise<ApiResult<AdminApiResponse<'readAdminSession'>>> =>
  callAdminSession('readAdminSession', { signal })
