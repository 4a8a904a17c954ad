// The calls of who has no wallet. They come with what shows them, so that the sign-in page does not carry them.
import { noWalletRoutes } from '@countersign/api/no-wallet-routes'
import type { NoWalletCallName } from '@countersign/api/no-wallet-routes'
import type { CallServer } from '../api.ts'
import { browser, callBy, createExchange } from '../exchange.ts'

export const callFirst = callBy(noWalletRoutes, createExchange(...browser)) as CallServer<NoWalletCallName>
