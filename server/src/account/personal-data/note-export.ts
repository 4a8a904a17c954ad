// The log line of an export: whoever takes everything along has to be seen by whose it is.
import { appendEvents } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { holdSignedIn } from '../../store/sessions/hold.ts'
import type { Holder } from '../../store/sessions/hold.ts'

/** @throws Refusal `session.required` where the session has ended since it was looked up */
export async function noteExport(
  { queries, random }: { queries: Queries; random: Random },
  signedIn: Holder,
  arrival: { networkPrefix: string; userAgent: string },
  now: number,
): Promise<void> {
  const content = { sessionId: signedIn.session.id, ...arrival }
  await queries.transaction().execute(async (transaction) => {
    await holdSignedIn(transaction, signedIn)
    await appendEvents(transaction, random, now, [
      { type: 'person.exported', outcome: 'success', details: {}, evidence: { personId: signedIn.person.id, content } },
    ])
  })
}
