// HTTP for the wallets of the person who is signed in.
import { registerEndpoint } from '../../platform/register-endpoint.ts'
import type { AppContext } from '../../platform/register-endpoint.ts'
import { requireSession } from '../../auth/session-guard/require-session.ts'
import { describeWallet, listWallets } from '../../store/wallets/wallet-store.ts'

export function registerWalletRoutes(app: AppContext): void {
  registerEndpoint(app, 'listWallets', async ({ request }) => {
    const { person } = await requireSession(app, request)
    const wallets = await listWallets(app.database.queries, person.id)
    return {
      items: wallets.map((wallet) => describeWallet(wallet, app.settings)),
      nextCursor: null,
      most: app.settings.limits.walletsPerPerson,
    }
  })
}
