// What the provider's work leaves in the activity, and in what an application is known to have learned.
import type { ConsentPart } from '@countersign/api/calls'
import { scopes } from '@countersign/api/calls'
import { findGrant, noteLearned } from '../grants/store.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { Payload } from '../authorizations/records.ts'
import { currentScope } from './request-scope.ts'
import { learnsName } from './user-name-claim.ts'

/** By a code an application learns what its scopes stand for. */
export async function noteCode(transaction: Transaction, { accountId, clientId, scope }: Payload): Promise<void> {
  if (accountId === undefined || clientId === undefined) return
  const given = new Set(String(scope).split(' '))
  const learned: ConsentPart[] = scopes.filter((known) => given.has(known))
  const { now, events, heldGrants, testLogin, applications } = currentScope()
  // A test login tells the application nothing.
  if (testLogin !== null) return
  const held = heldGrants.get(clientId)
  const grant = held?.personId === accountId ? held : await findGrant(transaction, accountId, clientId)
  if (await learnsName(transaction, applications.get(clientId), { personId: accountId, grant, given }))
    learned.push('user_name')
  await noteLearned(transaction, grant, learned, now)
  events.push({
    type: 'application.authorized',
    outcome: 'success',
    details: { applicationId: clientId, scopes: learned.join(' ') },
    evidence: { personId: accountId, content: {} },
  })
}

/** Something that works once was shown a second time, and its family has ended. Once for each request. */
export function noteReuse(personId: string | null, applicationId: string | null): void {
  const { events } = currentScope()
  if (events.some((event) => event.type === 'token.reused')) return
  events.push({
    type: 'token.reused',
    outcome: 'refused',
    details: { applicationId: applicationId ?? '' },
    evidence: { personId, content: {} },
  })
}
