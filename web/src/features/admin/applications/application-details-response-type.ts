// One application as its page has it, and which questions are asked again once it was changed.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'

export type ApplicationDetailsResponse = AdminApiEndpointOutput<'readApplication'>

/** The questions whose answers a change of an application can change. */
export const applicationQueriesToRefresh = ['readApplication', 'listApplications', 'readMetrics', 'listEvents'] as const
