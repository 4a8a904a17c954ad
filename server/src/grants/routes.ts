// HTTP for what a person allowed: the list of applications, and taking one back.
import { describeApplication, findApplication } from '../applications/store.ts'
import type { Grant, Scope } from '@countersign/api/calls'
import { registerCall } from '../platform/call.ts'
import type { App } from '../platform/call.ts'
import { formatTime } from '../platform/clock.ts'
import type { Queries } from '../platform/database/open-database.ts'
import { Refusal } from '../platform/refusal.ts'
import { requireSession } from '../sessions/require-session.ts'
import { listGrants } from './store.ts'
import type { GrantCursor, RememberedGrant } from './store.ts'
import { withdrawGrant } from './withdraw.ts'

const pageSize = 50

export function registerGrants(app: App): void {
  const { queries } = app.database

  registerCall(app, 'listGrants', async ({ query, request }) => {
    const { person } = await requireSession(app, request)
    const after = query.cursor === undefined ? null : readCursor(query.cursor)
    const grants = await listGrants(queries, person.id, { after, size: pageSize + 1 })
    const shown = grants.slice(0, pageSize)
    const last = shown.at(-1)
    const items: Grant[] = []
    for (const grant of shown) items.push(await describeGrant(queries, grant))
    return { items, nextCursor: grants.length > pageSize && last !== undefined ? `${last.createdAt}.${last.id}` : null }
  })

  registerCall(app, 'withdrawGrant', async ({ params, request }) => {
    const { person } = await requireSession(app, request)
    const withdrawn = await withdrawGrant({ queries, random: app.random }, { personId: person.id, id: params.id, now: app.clock() })
    if (!withdrawn) throw new Refusal('grant.not_found')
    return undefined
  })
}

/** A grant as its person sees it. */
async function describeGrant(queries: Queries, grant: RememberedGrant & { active: boolean }): Promise<Grant> {
  const application = await findApplication(queries, grant.applicationId)
  if (application === undefined) throw new Error('A grant has no application')
  return {
    id: grant.id,
    application: describeApplication(application),
    allowedAt: formatTime(grant.createdAt),
    lastUsedAt: formatTime(grant.lastUsedAt),
    active: grant.active,
    learned: Object.entries(grant.learned).map(([scope, { firstAt, lastAt }]) => ({
      scope: scope as Scope,
      firstAt: formatTime(firstAt),
      lastAt: formatTime(lastAt),
    })),
    withheld: [...grant.withheld],
    resources: grant.resources.map(({ resource, scopes }) => ({ resource, scopes: [...scopes] })),
  }
}

function readCursor(cursor: string): GrantCursor {
  const [createdAt = '', id = ''] = cursor.split('.')
  return { createdAt: Number(createdAt), id }
}
