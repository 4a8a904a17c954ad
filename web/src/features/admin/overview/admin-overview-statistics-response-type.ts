import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'

export type AdminOverviewStatisticsResponse = AdminApiEndpointOutput<'readMetrics'>
