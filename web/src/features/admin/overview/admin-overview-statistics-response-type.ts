// The figures of the overview, as the server answers them to its screen.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'

export type AdminOverviewStatisticsResponse = AdminApiEndpointOutput<'readMetrics'>
