// The SQL of authorizations: what one application was given through one session. The provider's codes and tokens belong to
// one of these and live no longer than its session.
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { AuthorizationsTable } from '../../platform/database/schema.ts'
import { prepare } from '../../platform/database/prepared.ts'
import { createIdentifier } from '../../platform/identifier.ts'

/** Who is given what, through which session. */
export interface NewAuthorization {
  sessionId: string
  personId: string
  applicationId: string
  /** The name by which the application knows the person. Looked up once the session is held: a merge of identities that is undone
   * at the same time takes names back, and holds the sessions before it does. */
  findSubject: () => Promise<string>
  now: number
}

const holdSession = prepare((queries, sessionId: string, personId: string) =>
  queries
    .updateTable('sessions')
    .set((expression) => ({ last_seen_at: expression.ref('last_seen_at') }))
    .where('id', '=', sessionId)
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .returning('id'),
)
const selectOne = prepare((queries, sessionId: string, applicationId: string) =>
  queries
    .selectFrom('authorizations')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('application_id', '=', applicationId),
)
const insertOne = prepare(
  (
    queries,
    ...[id, session_id, person_id, application_id, sid, subject, created_at]: [
      id: string,
      sessionId: string,
      personId: string,
      applicationId: string,
      sid: string,
      subject: string,
      now: number,
    ]
  ) =>
    queries
      .insertInto('authorizations')
      .values({ id, session_id, person_id, application_id, sid, subject, proof_id: null, created_at })
      .returningAll(),
)

/**
 * The one authorization of an application in a session; made where there is none. Holds the session's row until the
 * transaction ends, so that ending the session waits and then takes this with it.
 * @returns undefined where the session has ended meanwhile
 */
export async function findOrCreateAuthorization(
  transaction: Transaction,
  random: Random,
  { sessionId, personId, applicationId, findSubject, now }: NewAuthorization,
): Promise<AuthorizationsTable | undefined> {
  const [held] = await holdSession(transaction, sessionId, personId)
  if (held === undefined) return undefined
  const [known] = await selectOne(transaction, sessionId, applicationId)
  if (known !== undefined) return known
  const [made] = await insertOne(
    transaction,
    createIdentifier(random),
    sessionId,
    personId,
    applicationId,
    createIdentifier(random),
    await findSubject(),
    now,
  )
  return made
}

const selectAllOfSession = prepare((queries, sessionId: string) =>
  queries.selectFrom('authorizations').selectAll().where('session_id', '=', sessionId),
)

/** What applications were given through a session. */
export const listAuthorizationsOfSession = (queries: Queries, sessionId: string): Promise<AuthorizationsTable[]> =>
  selectAllOfSession(queries, sessionId)

/** A person who proved again in the same browser goes on in the new session with every application. */
export async function moveAuthorizations(transaction: Transaction, from: string, to: string): Promise<void> {
  await transaction.updateTable('authorizations').set({ session_id: to }).where('session_id', '=', from).execute()
}
