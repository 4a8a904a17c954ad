// HTTP for the wallets of the person who is signed in.
import { registerCall } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import { requireSession } from '../../auth/session-guard/require-session.ts'
import { describeWallet, listWallets } from '../../store/wallets/store.ts'

export function registerWallets(app: App): void {
  registerCall(app, 'listWallets', async ({ request }) => {
    const { person } = await requireSession(app, request)
    const wallets = await listWallets(app.database.queries, person.id)
    return {
      items: wallets.map((wallet) => describeWallet(wallet, app.settings)),
      nextCursor: null,
      most: app.settings.limits.walletsPerPerson,
    }
  })
}
