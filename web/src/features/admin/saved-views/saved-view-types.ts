import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'

export type SavedListView = AdminApiEndpointOutput<'listViews'>['items'][number]
export type SavedViewListName = SavedListView['list']
