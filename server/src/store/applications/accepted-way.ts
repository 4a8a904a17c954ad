// Which ways of signing in an application accepts, and the end of what it was given through others once an operator narrows them.
import { endAuthorizations } from '../authorizations/end.ts'
import type { Random } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { ApplicationDefinition, Way } from './definition.ts'

/** By what a session was started. */
export interface SessionOrigin {
  passkey_id: string | null
  namespace: string | null
  chain_reference: string | null
}

/** The way of a session. Of wallets, only contracts belong to a chain. */
export function wayOf({ passkey_id, namespace, chain_reference }: SessionOrigin): Way {
  if (passkey_id !== null) return 'passkey'
  if (namespace === 'solana') return 'solana'
  if (namespace === 'bip122') return 'bitcoin'
  return chain_reference === null ? 'key' : 'contract'
}

type AcceptedWays = Pick<ApplicationDefinition, 'ways' | 'chains'>

/** Whether an application accepts a person who signed in this way. */
export function acceptsWay({ definition }: { definition: AcceptedWays }, session: SessionOrigin): boolean {
  const way = wayOf(session)
  if (!definition.ways.includes(way)) return false
  return (
    way !== 'contract' || definition.chains.length === 0 || definition.chains.includes(session.chain_reference ?? '')
  )
}

/**
 * Ends what an application was given through sessions whose way it accepts no longer, with the back-channel logouts for it. Called in the
 * transaction of the change, so that they are sent at once and not at the next use of a token.
 */
export async function endUnacceptedWays(
  transaction: Transaction,
  random: Random,
  { before, after }: { before: ApplicationDefinition; after: ApplicationDefinition },
  now: number,
): Promise<void> {
  const isUnchanged = JSON.stringify([before.ways, before.chains]) === JSON.stringify([after.ways, after.chains])
  if (isUnchanged) return
  const given = await transaction
    .selectFrom('authorizations')
    .innerJoin('sessions', 'sessions.id', 'authorizations.session_id')
    .leftJoin('wallets', 'wallets.id', 'sessions.wallet_id')
    .select(['authorizations.id', 'sessions.passkey_id', 'wallets.namespace', 'wallets.chain_reference'])
    .where('authorizations.application_id', '=', after.id)
    .execute()
  const authorizationIds = given.filter((session) => !acceptsWay({ definition: after }, session)).map(({ id }) => id)
  await endAuthorizations(transaction, random, { authorizationIds }, now)
}
