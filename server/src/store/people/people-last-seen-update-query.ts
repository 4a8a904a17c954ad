// Notes that people were seen: when they were here last. The one change of a person that rooms make which have found them by something else.
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

/** The beginning of a statement, which goes on with whom. */
export const createPeopleLastSeenUpdateQuery = (queries: DatabaseQueryBuilder, now: number) =>
  queries.updateTable('people').set({ last_seen_at: now })
