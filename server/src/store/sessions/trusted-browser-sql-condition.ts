// Trusted browsers: a step-up or another trusted browser vouched for them (decision 0057).
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { BrowsersTable } from '../../platform/database/database-schema.ts'

export const isTrustedBrowserSql = (table = 'browsers'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.trusted_at`)} is not null`

export const getBrowserTrustedSinceSql = (table = 'browsers'): RawBuilder<number | null> =>
  sql<number | null>`${sql.ref(`${table}.trusted_at`)}`

export const getTrustedBrowserColumnValues = (now: number): Pick<BrowsersTable, 'trusted_at' | 'announced_since'> => ({
  trusted_at: now,
  announced_since: null,
})

const dayMs = 86_400_000

/** True for the first browser, and after days of notice, because all others may be lost. */
export const canBrowserBeTrustedByStepUp = (
  person: { created_at: number },
  { first_seen_at, announced_since }: Pick<BrowsersTable, 'first_seen_at' | 'announced_since'>,
  { newBrowserNoticeDays, now }: { newBrowserNoticeDays: number; now: number },
): boolean =>
  first_seen_at === person.created_at ||
  (announced_since !== null && announced_since + newBrowserNoticeDays * dayMs <= now)
