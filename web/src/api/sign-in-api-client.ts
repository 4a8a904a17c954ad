import { signInApiRoutes } from '@countersign/api/sign-in-api-route-paths'
import type { SignInApiEndpointName } from '@countersign/api/sign-in-api-route-paths'
import type { ApiCaller } from './api-client.ts'
import { browserHttpTransport, createBrowserApiCallerForRoutes, createBrowserHttpClient } from './api-http-client.ts'

export const callSignInApi = createBrowserApiCallerForRoutes(
  signInApiRoutes,
  createBrowserHttpClient(...browserHttpTransport),
) as ApiCaller<SignInApiEndpointName>
