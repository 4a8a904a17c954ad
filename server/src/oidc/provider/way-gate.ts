// Which ways of signing in an application accepts. Looked at wherever groups are: before anything is given, and again with every token,
// because a person can go on in the same session with another proof, and an operator can change what is accepted.
import { Provider } from 'oidc-provider'
import { acceptsWay } from '../../store/applications/accepted-way.ts'
import { ways } from '../../store/applications/definition.ts'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import { prepare } from '../../platform/database/prepared.ts'
import { applicationOfRequest } from './application-of-request.ts'
import { usesTokens } from './group-gate.ts'
import type { GroupGate } from './group-gate.ts'
import type { FoundRecord } from './records.ts'
import { currentScope, hasBegun, reader } from './request-scope.ts'

/** Whether an application accepts everybody, however they signed in. */
export const acceptsAllWays = ({ definition }: Pick<ApplicationRecord, 'definition'>): boolean =>
  definition.ways.length === ways.length && definition.chains.length === 0

const selectWay = prepare((queries, sessionId: string) =>
  queries
    .selectFrom('sessions')
    .leftJoin('wallets', 'wallets.id', 'sessions.wallet_id')
    .select(['sessions.passkey_id', 'wallets.namespace', 'wallets.chain_reference'])
    .where('sessions.id', '=', sessionId),
)

/**
 * Looks at the way in of the session that a code or token hangs on. Where the application does not accept it, it loses there and then what
 * it was given for this person (THREATS O2).
 * @returns whether the code or token may be gone by that
 */
export async function lookAtWay(
  gate: GroupGate,
  { person_id, application_id, session_id }: Pick<FoundRecord, 'person_id' | 'application_id' | 'session_id'>,
): Promise<boolean> {
  const { now } = currentScope()
  const route = Provider.ctx?.oidc.route
  if (person_id === null || application_id === null || session_id === null || !usesTokens(route)) return false
  const application = await applicationOfRequest(application_id)
  if (application === undefined || acceptsAllWays(application)) return false
  const [session] = await selectWay(reader(), session_id)
  if (session === undefined || acceptsWay(application, session)) return false
  if (hasBegun()) throw new Error('The way in is looked at before anything is changed')
  await gate.shutOut(person_id, application_id, now)
  return true
}
