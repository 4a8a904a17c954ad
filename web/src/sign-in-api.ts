// The calls of the sign-in page, which carries no others.
import type { CallInput } from '@countersign/api/calls'
import { signInRoutes } from '@countersign/api/sign-in-routes'
import type { SignInCallName } from '@countersign/api/sign-in-routes'
import type { Arguments, CallResult } from './api.ts'
import { browser, createExchange } from './exchange.ts'
import type { Sent } from './exchange.ts'

/** Calls the server. Never rejects. */
type CallForSignIn = <Name extends SignInCallName>(
  name: Name,
  ...given: Arguments<CallInput<Name>>
) => Promise<CallResult<Name>>

const exchange = createExchange(...browser)

export const callForSignIn = (async (name: SignInCallName, given?: Sent) =>
  exchange(signInRoutes[name], given)) as CallForSignIn
