// The calls of the sign-in page, which carries no others.
import { signInRoutes } from '@countersign/api/sign-in-routes'
import type { SignInCallName } from '@countersign/api/sign-in-routes'
import type { CallServer } from './api.ts'
import { browser, callBy, createExchange } from './exchange.ts'

export const callForSignIn = callBy(signInRoutes, createExchange(...browser)) as CallServer<SignInCallName>
