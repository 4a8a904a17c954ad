import { useAdminQuery } from '../admin-query-hooks.ts'

const pollIntervalMs = 60_000

/** Alerts, refreshed every minute. All callers share one request. */
export const useAdminAlerts = () => useAdminQuery('listAlerts', undefined, { everyMs: pollIntervalMs })
