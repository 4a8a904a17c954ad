// Helpers for tests of the application store.
import { systemRandomBytes } from '../platform/clock.ts'
import type { Database } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { findApplicationById } from '../store/applications/application-store.ts'
import type { ApplicationRecord } from '../store/applications/application-store.ts'

export const createTestApplicationStoreContext = ({ queries }: Database) => ({ queries, random: systemRandomBytes })

export async function requireStoredTestApplication({ queries }: Database, id = 'grafana'): Promise<ApplicationRecord> {
  const record = await findApplicationById(queries, id)
  if (record === undefined) throw new Error(`There is no ${id}`)
  return record
}
