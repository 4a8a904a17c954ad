// The calls of the sign-in page, which carries no others.
import { signInRoutes } from '@countersign/api/sign-in-routes'
import type { SignInEndpointName } from '@countersign/api/sign-in-routes'
import type { CallApi } from './api-client.ts'
import { browserHttpTransport, createNamedEndpointCaller, createHttpClient } from './http-client.ts'

export const callSignInApi = createNamedEndpointCaller(
  signInRoutes,
  createHttpClient(...browserHttpTransport),
) as CallApi<SignInEndpointName>
