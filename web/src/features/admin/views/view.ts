// What a saved view is, as the screens know it.
import type { AdminAnswer } from '@countersign/api/admin-calls'

export type SavedView = AdminAnswer<'listViews'>['items'][number]
export type ListName = SavedView['list']
