import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { suspendPerson, reactivatePerson } from '../people/suspend-or-reactivate-person.ts'
import { erasePerson } from '../../account/personal-data/erase-person.ts'
import { ApiError } from '../../platform/api-error.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import type { AdminEndpointContext } from '../authorization/register-admin-endpoint.ts'
import { endPersonSessionsAsAdmin } from '../people/end-person-sessions-as-admin.ts'
import { createPeopleListReferenceTimes, findPeopleListPage } from './find-people-list-page.ts'
import { readPeopleListEntries } from './read-people-list-entries.ts'
import { createReplicaOrDatabaseReader } from './replica-or-database-reader.ts'
import { readPersonDetails } from './read-person-details.ts'
import { readPersonSignInProblems } from './read-person-sign-in-problems.ts'
import { runAdminGlobalSearch } from './admin-global-search.ts'
import { listLiveSessions, listPersonSessions } from './list-live-sessions.ts'

/** The answer also names groups, applications and sign-in methods. */
const signInProblemsPermissions = ['people.read', 'groups.read', 'applications.read'] as const

export function registerAdminPeopleRoutes(app: AdminEndpointContext): void {
  const { clock, random, database } = app
  const { queries } = database
  const context = { queries, random }

  registerAdminEndpoint(app, 'searchAdmin', async ({ query, reply, admin }) =>
    createReplicaOrDatabaseReader(
      app,
      reply,
    )((database) => runAdminGlobalSearch({ ...app, database }, query.text, admin.permissions)),
  )

  registerAdminEndpoint(app, 'listPeople', async ({ query, reply }) => {
    const now = clock()
    const moment = createPeopleListReferenceTimes(app.settings.limits, now)
    return createReplicaOrDatabaseReader(
      app,
      reply,
    )(async (database) => {
      const { ids, ...rest } = await findPeopleListPage(database, query, moment)
      return { items: await readPeopleListEntries(database.queries, ids, moment), ...rest }
    })
  })

  registerAdminEndpoint(app, 'readPerson', async ({ params, admin }) => readPersonDetails(app, params.id, admin.actor))

  registerAdminEndpoint(app, 'readPersonSignInProblems', async ({ params, reply, admin }) => {
    for (const permission of signInProblemsPermissions)
      if (!admin.permissions.includes(permission))
        throw new ApiError('permission.denied', { privateDetail: permission })
    await app.flushAuditLog()
    return createReplicaOrDatabaseReader(
      app,
      reply,
    )((database) => readPersonSignInProblems({ ...app, database }, params.id))
  })

  registerAdminEndpoint(app, 'listPersonSessions', async ({ params, query }) =>
    listPersonSessions(app, params.id, query),
  )

  registerAdminEndpoint(app, 'listLiveSessions', async ({ query, reply }) =>
    createReplicaOrDatabaseReader(app, reply)((database) => listLiveSessions({ ...app, database }, query)),
  )

  registerAdminEndpoint(app, 'suspendPerson', async ({ params: { id }, body, admin: { actor } }) => {
    const reason = requireReason(body, actor)
    const ended = await suspendPerson(context, id, clock(), { actor, ...reason })
    if (ended === null) throw new ApiError((await personExists(app, id)) ? 'person.not_active' : 'person.not_found')
    return { ended }
  })

  registerAdminEndpoint(app, 'reactivatePerson', async ({ params: { id }, admin: { actor } }) => {
    if (!(await reactivatePerson(context, id, clock(), { actor })))
      throw new ApiError((await personExists(app, id)) ? 'person.not_suspended' : 'person.not_found')
    return undefined
  })

  registerAdminEndpoint(app, 'endPersonSession', async ({ params: { id, session }, admin: { actor } }) => {
    if ((await endPersonSessionsAsAdmin(context, { personId: id, sessionId: session, actor, now: clock() })) === 0)
      throw new ApiError('session.not_found')
    return undefined
  })

  registerAdminEndpoint(app, 'endPersonSessions', async ({ params: { id }, admin: { actor } }) => ({
    ended: await endPersonSessionsAsAdmin(context, { personId: id, sessionId: 'all', actor, now: clock() }),
  }))

  registerAdminEndpoint(app, 'deletePerson', async ({ params: { id }, body, admin: { actor } }) => {
    const reason = requireReason(body, actor)
    if ((await erasePerson(context, { personId: id, session: null, actor, ...reason, now: clock() })) === null)
      throw new ApiError('person.not_found')
    return undefined
  })
}

/** The operator needs no reason, because the audit entry names the command line. */
function requireReason({ reason }: { reason?: string }, actor: AuditActor): { reason?: string } {
  if (reason === undefined && actor.kind !== 'operator')
    throw new ApiError('request.invalid', { place: { field: 'body/reason' }, privateDetail: 'a reason is required' })
  return reason === undefined ? {} : { reason }
}

const personExists = async ({ database: { queries } }: AdminEndpointContext, id: string): Promise<boolean> =>
  (await queries
    .selectFrom('people')
    .select('id')
    .where('id', '=', id)
    .where('status', '!=', 'erased')
    .executeTakeFirst()) !== undefined
