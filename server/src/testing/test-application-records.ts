// Applications with everything that can hang on one, for the tests of what becomes of it.
import { systemRandomBytes } from '../platform/clock.ts'
import type { Database } from '../platform/database/open-database.ts'
import { findApplication } from '../store/applications/application-store.ts'
import type { ApplicationRecord } from '../store/applications/application-store.ts'

export const createStoreContext = ({ queries }: Database) => ({ queries, random: systemRandomBytes })

export async function requireApplication({ queries }: Database, id = 'grafana'): Promise<ApplicationRecord> {
  const record = await findApplication(queries, id)
  if (record === undefined) throw new Error(`There is no ${id}`)
  return record
}
