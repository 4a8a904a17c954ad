// HTTP for the activity of all: pages of it, one line, the whole as a file, and the chain for who checks it by themselves.
import type { AdminInput } from '@countersign/api/admin-calls'
import { appendEvents, eventTypes } from '../../audit-log/append.ts'
import type { EventType } from '../../audit-log/append.ts'
import { actorEvidence } from '../../audit-log/actor.ts'
import { countWaiting } from '../../audit-log/seal.ts'
import type { EventFilter } from '../../audit-log/search.ts'
import { identitiesOf } from '../../store/people/identities.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { beginDownload, refuseForeignLink } from '../../platform/download.ts'
import { Refusal } from '../../platform/refusal.ts'
import { registerAdminCall } from '../authorization/admin-call.ts'
import type { Admin, AdminApp } from '../authorization/admin-call.ts'
import { stillMay } from '../authorization/require-permission.ts'
import { eventFiles } from './event-file.ts'
import { readAnyAddress } from '../../chains/families/namespaces.ts'
import { groupEvents } from './group-events.ts'
import { readerFor } from './read-list.ts'
import { findOwners, listEvents, readChain, readEvent } from './events.ts'

const pageSize = 50

export function registerEvents(app: AdminApp): void {
  const { clock, rateLimits, settleLog } = app
  const { queries } = app.database

  registerAdminCall(app, 'listEvents', async ({ query, reply }) => {
    const { cursor, after } = query
    const waiting = cursor !== undefined || (await settleLog()) ? 0 : await countWaiting(queries)
    const place = {
      before: cursor === undefined ? null : Number(cursor),
      after: after === undefined ? null : Number(after),
      size: pageSize,
    }
    const { events, next } = await readerFor(
      app,
      reply,
    )(async ({ queries }) => listEvents(queries, await readFilter(queries, query), place))
    return {
      items: events,
      nextCursor: next === null ? null : String(next),
      total: null,
      ...(waiting > 0 && { beingSealed: waiting }),
    }
  })

  registerAdminCall(app, 'groupEvents', async ({ query: { by, ...filter }, reply }) => {
    await settleLog()
    return readerFor(app, reply)(async ({ queries }) => groupEvents(queries, await readFilter(queries, filter), by))
  })

  registerAdminCall(app, 'readEvent', async ({ params }) => {
    const event = await readEvent(queries, Number(params.sequence))
    if (event === undefined) throw new Refusal('event.not_found')
    return event
  })

  registerAdminCall(app, 'readChainOfEvents', async ({ query, reply }) => {
    const after = Number(query.after ?? 0)
    if (after === 0) await settleLog()
    return readerFor(app, reply)(({ queries }) => readChain(queries, after))
  })

  registerAdminCall(app, 'exportEvents', async ({ query, request, reply, admin }) => {
    refuseForeignLink(request)
    if (admin.actor.kind !== 'operator') await rateLimits.own('exportsOfPerson', admin.actor.personId)
    const filter = await readFilter(queries, query)
    const now = clock()
    await noteExport(app, admin, query, now)
    await settleLog()
    const { write, mediaType } = eventFiles[query.format]
    const name = `countersign-activity-of-all-${formatTime(now).slice(0, 10)}.${query.format}`
    return beginDownload(reply, { name, mediaType }, write(readerFor(app, reply), filter), () =>
      stillMay(app, request, 'activity.read'),
    )
  })
}

/** Before the file begins. Of what it was narrowed down to the names alone: who was looked for may be erased one day, and this line stays. */
async function noteExport(
  { database, random }: AdminApp,
  { actor }: Admin,
  { format, ...filter }: AdminInput<'exportEvents'>['query'],
  now: number,
): Promise<void> {
  const narrowed = Object.keys(filter).sort().join(',')
  await database.queries.transaction().execute((transaction) =>
    appendEvents(transaction, random, now, [
      {
        type: 'activity.exported',
        outcome: 'success',
        details: { format, ...(narrowed !== '' && { narrowed }) },
        evidence: { personId: actor.kind === 'operator' ? null : actor.personId, content: actorEvidence(actor) },
      },
    ]),
  )
}

type FilterQuery = Omit<AdminInput<'exportEvents'>['query'], 'format'>

async function readFilter(
  queries: Queries,
  { type, outcome, person, actor, application, group, address, reason, network, way, from, to }: FilterQuery,
): Promise<EventFilter> {
  const looked = address === undefined ? undefined : (readAnyAddress(address)?.address ?? address)
  return {
    types: type?.split(',').map(readType),
    outcome,
    personIds: person === undefined ? undefined : await identitiesOf(queries, person),
    actorId: actor,
    applicationId: application,
    group,
    reason,
    network,
    way,
    address: looked === undefined ? undefined : { address: looked, ownerIds: await findOwners(queries, looked) },
    from: readTime(from),
    to: readTime(to),
  }
}

function readType(text: string): EventType {
  if (!Object.hasOwn(eventTypes, text))
    throw new Refusal('request.invalid', { privateDetail: 'a type of line that is not known' })
  return text as EventType
}

/** The form was checked; a leap second has it too, and is no moment that the log could have. */
function readTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new Refusal('request.invalid', { privateDetail: 'no moment' })
  return time
}
