// Builds the query that records when people were last seen; the caller adds the condition.
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

export const createPeopleLastSeenUpdateQuery = (queries: DatabaseQueryBuilder, now: number) =>
  queries.updateTable('people').set({ last_seen_at: now })
