// The calls of the sign-in page, which carries no others.
import { signInRoutes } from '@countersign/api/sign-in-routes'
import type { SignInCallName } from '@countersign/api/sign-in-routes'
import type { CallServer } from './api.ts'
import { browser, callBy, createExchange } from './exchange.ts'
import { noWalletRoutes } from '@countersign/api/no-wallet-routes'
import type { NoWalletCallName } from '@countersign/api/no-wallet-routes'

export const callForSignIn = callBy(signInRoutes, createExchange(...browser)) as CallServer<SignInCallName>

export const callFirst = callBy(noWalletRoutes, createExchange(...browser)) as CallServer<NoWalletCallName>
