// What a saved view is, as the screens know it.
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'

export type SavedView = AdminEndpointOutput<'listViews'>['items'][number]
export type SavedViewListName = SavedView['list']
