// Serves the pictures of wallets' names to this site's own pages, and to nobody else's: applications are told none of it.
import { servePictures } from './picture-route.ts'
import type { App } from '../../platform/call.ts'

export function registerWalletPictures({ http, database }: Pick<App, 'http' | 'database'>): void {
  servePictures(http, { path: '/wallet-pictures/:id', for: 'same-origin' }, (id) =>
    database.queries
      .selectFrom('wallet_pictures')
      .select(['media_type', 'content'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )
}
