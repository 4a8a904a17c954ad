// What lines of the log are found by beside their person: the application, who did it, the reason. These stand in a table of their own,
// because what is chained cannot be searched quickly, and what is searched must be removable without touching the chain.
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { AuditEventLinksTable } from '../platform/database/database-schema.ts'

/** A link to be written. */
export interface NewAuditEntrySearchLinkRow extends AuditEventLinksTable {
  /** The person who must still be there for it to be kept; null for a link that names nobody. */
  personId: string | null
}

/** Longer texts are no reason that anybody looks for, and no index has room for them. */
const maxReasonLength = 128

/**
 * The links of a line.
 * @param content what its evidence says
 */
export function collectAuditEntrySearchLinks(
  sequence: number,
  details: Readonly<Record<string, string | number>>,
  content: Readonly<Record<string, string>>,
): NewAuditEntrySearchLinkRow[] {
  const { applicationId, reason } = details
  const { actorId, tokenId } = content
  const links: NewAuditEntrySearchLinkRow[] = []
  if (typeof applicationId === 'string' && applicationId !== '')
    links.push({ kind: 'application', target: applicationId, sequence, personId: null })
  if (typeof reason === 'string' && reason !== '')
    links.push({ kind: 'reason', target: reason.slice(0, maxReasonLength), sequence, personId: null })
  if (actorId !== undefined) {
    links.push({ kind: 'actor', target: actorId, sequence, personId: actorId })
    if (tokenId !== undefined) links.push({ kind: 'actor', target: tokenId, sequence, personId: actorId })
  }
  return links
}

/** Writes links that are not there yet, but for those to somebody who was erased meanwhile: see `appendAuditEvents`, whose lock this needs. */
export async function insertAuditEntrySearchLinks(
  transaction: DatabaseTransaction,
  links: readonly NewAuditEntrySearchLinkRow[],
): Promise<void> {
  if (links.length === 0) return
  const values = links.map(
    ({ kind, target, sequence, personId }) =>
      sql`(cast(${kind} as text), cast(${target} as text), cast(${sequence} as bigint), cast(${personId} as text))`,
  )
  await sql`insert into audit_event_links (kind, target, sequence)
    select column1, column2, column3 from (values ${sql.join(values)}) as link
    where column4 is null or exists (select 1 from people where people.id = column4 and people.status <> 'erased')
    on conflict do nothing`.execute(transaction)
}
