import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'

export type ApplicationDetailsResponse = AdminApiEndpointOutput<'readApplication'>

export const applicationQueriesToRefresh = ['readApplication', 'listApplications', 'readMetrics', 'listEvents'] as const
