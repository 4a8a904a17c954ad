// The figures of the overview, as the server answers them to its screen.
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'

export type OverviewStatistics = AdminEndpointOutput<'readMetrics'>
