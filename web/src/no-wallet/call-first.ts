// The calls of who has no wallet. They come with what shows them, so that the sign-in page does not carry them.
import type { CallInput } from '@countersign/api/calls'
import { noWalletRoutes } from '@countersign/api/no-wallet-routes'
import type { NoWalletCallName } from '@countersign/api/no-wallet-routes'
import type { Arguments, CallResult } from '../api.ts'
import { browser, createExchange } from '../exchange.ts'
import type { Sent } from '../exchange.ts'

/** Calls the server. Never rejects. */
type CallFirst = <Name extends NoWalletCallName>(
  name: Name,
  ...given: Arguments<CallInput<Name>>
) => Promise<CallResult<Name>>

const exchange = createExchange(...browser)

export const callFirst = (async (name: NoWalletCallName, given?: Sent) =>
  exchange(noWalletRoutes[name], given)) as CallFirst
