// What "a browser is known" means (trusted device), said once: somebody has said so who may (decision 0057). What the release before makes known by a
// step-up alone does not count, nor what was known again there after it had been forgotten: then the two times differ.
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { BrowsersTable } from '../../platform/database/schema.ts'

const getTrustColumns = (table: string) => ({
  known: sql.ref(`${table}.known_at`),
  vouched: sql.ref(`${table}.vouched_at`),
})

/** Whether a browser is known, as a condition of any query that has the table. */
export function isTrustedBrowser(table = 'browsers'): RawBuilder<SqlBool> {
  const at = getTrustColumns(table)
  return sql<SqlBool>`(${at.known} is not null and ${at.vouched} is not null and ${at.vouched} = ${at.known})`
}

/** Since when a browser is known, as a column; null where it is not. */
export function selectBrowserTrustedSince(table = 'browsers'): RawBuilder<number | null> {
  const at = getTrustColumns(table)
  return sql<number | null>`(case when ${at.vouched} = ${at.known} then ${at.known} end)`
}

/** The same of a row that was read. */
export const getBrowserTrustedAt = ({
  known_at,
  vouched_at,
}: Pick<BrowsersTable, 'known_at' | 'vouched_at'>): number | null => (known_at === vouched_at ? known_at : null)

/** What a browser has that is known from now on: it is announced to nobody. */
export const createTrustedBrowserColumns = (
  now: number,
): Pick<BrowsersTable, 'known_at' | 'vouched_at' | 'announced_at'> => ({
  known_at: now,
  vouched_at: now,
  announced_at: null,
})

const dayMs = 86_400_000

/**
 * Whether a second signature in a browser that is not known makes it so. The browser in which the person was made has no older one that could answer
 * for it; and one that was announced for days, while the person could have put it out, is taken for theirs, so that whoever has lost all
 * others is not a stranger for ever.
 */
export const canBecomeTrustedByStepUp = (
  person: { created_at: number },
  { first_seen_at, announced_at }: Pick<BrowsersTable, 'first_seen_at' | 'announced_at'>,
  { newBrowserDays, now }: { newBrowserDays: number; now: number },
): boolean =>
  first_seen_at === person.created_at || (announced_at !== null && announced_at + newBrowserDays * dayMs <= now)
