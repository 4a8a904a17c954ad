// HTTP for people: who there is, one of them, their sessions, and what can be done to them.
import type { Actor } from '../../audit-log/actor.ts'
import { suspendPerson, restorePerson } from '../people/suspend.ts'
import { erasePerson } from '../../account/personal-data/erase.ts'
import { memberSince } from '../../groups/membership/freshness.ts'
import { Refusal } from '../../platform/refusal.ts'
import { registerAdminCall } from '../authorization/admin-call.ts'
import type { AdminApp } from '../authorization/admin-call.ts'
import { endSessionsOf } from '../people/end-others.ts'
import { findPeople } from './people-list.ts'
import { describePeople } from './people.ts'
import { readerFor } from './read-list.ts'
import { readPerson } from './person.ts'
import { searchAdmin } from './search.ts'
import { listLiveSessions, listPersonSessions } from './sessions.ts'

export function registerAdminPeople(app: AdminApp): void {
  const { clock, random, database } = app
  const { queries } = database
  const world = { queries, random }

  registerAdminCall(app, 'searchAdmin', async ({ query, reply, admin }) =>
    readerFor(app, reply)((database) => searchAdmin({ ...app, database }, query.text, admin.permissions)),
  )

  registerAdminCall(app, 'listPeople', async ({ query, reply }) => {
    const now = clock()
    const moment = { now, groupReadSince: memberSince(app.settings.limits, now) }
    return readerFor(
      app,
      reply,
    )(async (database) => {
      const { ids, ...rest } = await findPeople(database, query, moment)
      return { items: await describePeople(database.queries, ids, now), ...rest }
    })
  })

  registerAdminCall(app, 'readPerson', async ({ params, admin }) => readPerson(app, params.id, admin.actor))

  registerAdminCall(app, 'listPersonSessions', async ({ params, query }) => listPersonSessions(app, params.id, query))

  registerAdminCall(app, 'listLiveSessions', async ({ query, reply }) =>
    readerFor(app, reply)((database) => listLiveSessions({ ...app, database }, query)),
  )

  registerAdminCall(app, 'suspendPerson', async ({ params: { id }, body, admin: { actor } }) => {
    const reason = requireReason(body, actor)
    const ended = await suspendPerson(world, id, clock(), { actor, ...reason })
    if (ended === null) throw new Refusal((await isThere(app, id)) ? 'person.not_active' : 'person.not_found')
    return { ended }
  })

  registerAdminCall(app, 'restorePerson', async ({ params: { id }, admin: { actor } }) => {
    if (!(await restorePerson(world, id, clock(), { actor })))
      throw new Refusal((await isThere(app, id)) ? 'person.not_suspended' : 'person.not_found')
    return undefined
  })

  registerAdminCall(app, 'endPersonSession', async ({ params: { id, session }, admin: { actor } }) => {
    if ((await endSessionsOf(world, { personId: id, sessionId: session, actor, now: clock() })) === 0)
      throw new Refusal('session.not_found')
    return undefined
  })

  registerAdminCall(app, 'endPersonSessions', async ({ params: { id }, admin: { actor } }) => ({
    ended: await endSessionsOf(world, { personId: id, sessionId: 'all', actor, now: clock() }),
  }))

  registerAdminCall(app, 'deletePerson', async ({ params: { id }, body, admin: { actor } }) => {
    const reason = requireReason(body, actor)
    if ((await erasePerson(world, { personId: id, session: null, actor, ...reason, now: clock() })) === null)
      throw new Refusal('person.not_found')
    return undefined
  })
}

/**
 * The operator on the machine gives no reason: their log entries name the command line.
 * @throws Refusal `request.invalid` where anyone else gives none
 */
function requireReason({ reason }: { reason?: string }, actor: Actor): { reason?: string } {
  if (reason === undefined && actor.kind !== 'operator')
    throw new Refusal('request.invalid', { place: { field: 'body/reason' }, privateDetail: 'no reason' })
  return reason === undefined ? {} : { reason }
}

const isThere = async ({ database: { queries } }: AdminApp, id: string): Promise<boolean> =>
  (await queries
    .selectFrom('people')
    .select('id')
    .where('id', '=', id)
    .where('status', '!=', 'erased')
    .executeTakeFirst()) !== undefined
