import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { requireRequestSession } from '../../auth/session-guard/require-request-session.ts'
import { describeWalletForApiResponse, listLinkedWalletsOfPerson } from '../../store/wallets/wallet-store.ts'

export function registerWalletRoutes(app: ServerAppContext): void {
  registerApiEndpoint(app, 'listWallets', async ({ request }) => {
    const { person } = await requireRequestSession(app, request)
    const wallets = await listLinkedWalletsOfPerson(app.database.queries, person.id)
    return {
      items: wallets.map((wallet) => describeWalletForApiResponse(wallet, app.settings)),
      nextCursor: null,
      most: app.settings.limits.walletsPerPerson,
    }
  })
}
