// Serves ENS avatars to this origin only; applications do not receive them.
import { registerStoredImageRoute } from './profile-picture-route.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'

export function registerWalletAvatarRoute({ http, database }: Pick<ServerAppContext, 'http' | 'database'>): void {
  registerStoredImageRoute(http, { path: '/wallet-pictures/:id', for: 'same-origin' }, (id) =>
    database.queries
      .selectFrom('wallet_avatars')
      .select(['media_type', 'content'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )
}
