// Which ways of signing in an application accepts. Looked at wherever groups are: before anything is given, and again with every token,
// because a person can go on in the same session with another proof, and an operator can change what is accepted.
import { Provider } from 'oidc-provider'
import { ways } from '../applications/definition.ts'
import type { Way } from '../applications/definition.ts'
import type { ApplicationRecord } from '../applications/store.ts'
import { prepare } from '../../platform/database/prepared.ts'
import type { SessionRow } from '../../identity/sessions/store.ts'
import { applicationOfRequest } from './application-of-request.ts'
import { usesTokens } from './group-gate.ts'
import type { GroupGate } from './group-gate.ts'
import type { FoundRecord } from './records.ts'
import { currentScope, hasBegun, reader } from './request-scope.ts'

type WayIn = Pick<SessionRow, 'passkey_id' | 'namespace' | 'chain_reference'>

/** By what a session began. Of wallets, only contracts belong to a chain. */
export function wayOf({ passkey_id, namespace, chain_reference }: WayIn): Way {
  if (passkey_id !== null) return 'passkey'
  if (namespace === 'solana') return 'solana'
  if (namespace === 'bip122') return 'bitcoin'
  return chain_reference === null ? 'key' : 'contract'
}

/** Whether an application accepts everybody, however they signed in. */
export const acceptsAllWays = ({ definition }: Pick<ApplicationRecord, 'definition'>): boolean =>
  definition.ways.length === ways.length && definition.chains.length === 0

/** Whether an application accepts who signed in by this. */
export function acceptsWay({ definition }: Pick<ApplicationRecord, 'definition'>, session: WayIn): boolean {
  const way = wayOf(session)
  if (!definition.ways.includes(way)) return false
  return (
    way !== 'contract' || definition.chains.length === 0 || definition.chains.includes(session.chain_reference ?? '')
  )
}

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
