// What the provider's work leaves in the activity, and in what an application is known to have learned.
import type { ConsentPart } from '@countersign/api/calls'
import { scopes } from '@countersign/api/calls'
import { findGrant, noteLearned } from '../../store/grants/store.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { Payload } from '../../store/authorizations/records.ts'
import { currentScope } from './request-scope.ts'
import { emailPartOf } from './email-claim.ts'
import { learnsName } from './user-name-claim.ts'
import { claimsOfResources } from './resource-of-request.ts'

/** By a code an application learns what its scopes stand for. */
export async function noteCode(
  transaction: Transaction,
  { accountId, clientId, scope, resource }: Payload,
): Promise<void> {
  if (accountId === undefined || clientId === undefined) return
  const { now, events, heldGrants, testLogin, applications } = currentScope()
  // A test login tells the application nothing.
  if (testLogin !== null) return
  const held = heldGrants.get(clientId)
  const grant = held?.personId === accountId ? held : await findGrant(transaction, accountId, clientId)
  const application = applications.get(clientId)
  // It carries the tokens of the resources, and can read what they tell.
  const told = application === undefined ? [] : await claimsOfResources(application, resource)
  const given = new Set<string>([...String(scope).split(' '), ...told.filter((claim) => grant?.scopes.includes(claim))])
  const learned: ConsentPart[] = scopes.filter((known) => given.has(known))
  if (await learnsName(transaction, application, { personId: accountId, grant, given })) learned.push('user_name')
  const email = application === undefined ? null : emailPartOf(application.definition)
  if (email !== null && given.has('email')) learned.push(email)
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

/** The response to something that works once was given again, within its retry window. */
export function noteReplay(personId: string | null, applicationId: string | null): void {
  currentScope().events.push({
    type: 'token.replayed',
    outcome: 'success',
    details: { applicationId: applicationId ?? '' },
    evidence: { personId, content: {} },
  })
}
