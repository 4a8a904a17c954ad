// One application as its page has it, and which questions are asked again once it was changed.
import type { AdminAnswer } from '@countersign/api/admin-calls'

export type ApplicationInFull = AdminAnswer<'readApplication'>

/** The questions whose answers a change of an application can change. */
export const refresh = ['readApplication', 'listApplications', 'readFigures', 'listEvents'] as const
