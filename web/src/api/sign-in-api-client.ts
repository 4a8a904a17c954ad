// The calls of the sign-in page, which carries no others.
import { signInRoutes } from '@countersign/api/sign-in-routes'
import type { SignInEndpointName } from '@countersign/api/sign-in-routes'
import type { CallApi } from './api-client.ts'
import { browserTransport, createCallByName, createHttpClient } from './http-client.ts'

export const callSignInApi = createCallByName(
  signInRoutes,
  createHttpClient(...browserTransport),
) as CallApi<SignInEndpointName>
