// Search links have their own table, because removing one must not change the hashed entry.
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { AuditEventLinksTable } from '../platform/database/database-schema.ts'

export interface NewAuditEntrySearchLinkRow extends AuditEventLinksTable {
  /** The link is stored only while this person exists. Null if the link names no person. */
  personId: string | null
}

/** Longer texts are not useful search terms, and do not fit in an index. */
const maxReasonLength = 128

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

// Skips erased people. If a link names a person, the caller must hold the lock of the log head.
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
