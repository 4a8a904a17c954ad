import { revokeApplicationAuthorizations } from '../authorizations/revoke-application-authorizations.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { signInMethods } from './application-definition-types.ts'
import type { ApplicationDefinition, SignInMethod } from './application-definition-types.ts'

export interface SessionSignInCredential {
  passkey_id: string | null
  namespace: string | null
  chain_reference: string | null
}

/** Only contract wallets are tied to a chain. */
export function getSessionSignInMethod({
  passkey_id,
  namespace,
  chain_reference,
}: SessionSignInCredential): SignInMethod {
  if (passkey_id !== null) return 'passkey'
  if (namespace === 'solana') return 'solana'
  if (namespace === 'bip122') return 'bitcoin'
  return chain_reference === null ? 'key' : 'contract'
}

type AcceptedSignInMethods = Pick<ApplicationDefinition, 'signInMethods' | 'chains'>

export function acceptsSignInMethod(
  { definition }: { definition: AcceptedSignInMethods },
  session: SessionSignInCredential,
): boolean {
  const way = getSessionSignInMethod(session)
  if (!definition.signInMethods.includes(way)) return false
  return (
    way !== 'contract' || definition.chains.length === 0 || definition.chains.includes(session.chain_reference ?? '')
  )
}

export const isEverySignInMethodAccepted = ({ definition }: { definition: AcceptedSignInMethods }): boolean =>
  definition.signInMethods.length === signInMethods.length && definition.chains.length === 0

/** Called when the definition changes, so that logouts do not wait for the next token use. */
export async function revokeUnacceptedAuthorizations(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  { before, after }: { before: ApplicationDefinition; after: ApplicationDefinition },
  now: number,
): Promise<void> {
  const isUnchanged =
    JSON.stringify([before.signInMethods, before.chains]) === JSON.stringify([after.signInMethods, after.chains])
  if (isUnchanged) return
  const given = await transaction
    .selectFrom('authorizations')
    .innerJoin('sessions', 'sessions.id', 'authorizations.session_id')
    .leftJoin('wallets', 'wallets.id', 'sessions.wallet_id')
    .select(['authorizations.id', 'sessions.passkey_id', 'wallets.namespace', 'wallets.chain_reference'])
    .where('authorizations.application_id', '=', after.id)
    .execute()
  const authorizationIds = given
    .filter((session) => !acceptsSignInMethod({ definition: after }, session))
    .map(({ id }) => id)
  await revokeApplicationAuthorizations(transaction, random, { authorizationIds }, now)
}
