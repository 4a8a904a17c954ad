// What makes a browser trusted: a step-up or another trusted browser has vouched for it (decision 0057).
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { BrowsersTable } from '../../platform/database/database-schema.ts'

/** The SQL condition that a browser is trusted, for any query that has the table. */
export const isTrustedBrowserSql = (table = 'browsers'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.trusted_at`)} is not null`

/** The time since when a browser is trusted, as a column; null while it is not. */
export const getBrowserTrustedSinceSql = (table = 'browsers'): RawBuilder<number | null> =>
  sql<number | null>`${sql.ref(`${table}.trusted_at`)}`

/** The columns of a browser that becomes trusted now. No notice about it is shown any longer. */
export const getTrustedBrowserColumnValues = (now: number): Pick<BrowsersTable, 'trusted_at' | 'announced_since'> => ({
  trusted_at: now,
  announced_since: null,
})

const dayMs = 86_400_000

/**
 * Whether a second signature in a browser that is not known makes it so. The browser in which the person was made has no older one that could answer
 * for it; and one that was announced for days, while the person could have put it out, is taken for theirs, so that whoever has lost all
 * others is not a stranger for ever.
 */
export const canBrowserBeTrustedByStepUp = (
  person: { created_at: number },
  { first_seen_at, announced_since }: Pick<BrowsersTable, 'first_seen_at' | 'announced_since'>,
  { newBrowserNoticeDays, now }: { newBrowserNoticeDays: number; now: number },
): boolean =>
  first_seen_at === person.created_at ||
  (announced_since !== null && announced_since + newBrowserNoticeDays * dayMs <= now)
