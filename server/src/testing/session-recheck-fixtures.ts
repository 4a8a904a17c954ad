// People who signed in with contract wallets, for tests of session rechecks.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { insertPerson } from '../store/people/person-store.ts'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { SessionsTable } from '../platform/database/database-schema.ts'
import { testClockStartTime } from './countersign-test-server.ts'
import { sequenceAllAuditEntries } from './inspect-test-database.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/** No one has the key of the address. */
export const createTestContractAddress = (number: number): string => `0x${number.toString().padStart(40, '0')}`

export const relaxedSignInRateLimits = {
  COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '1000',
  COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000',
  COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000',
  COUNTERSIGN_CONTRACT_PROOFS_PER_NETWORK_PER_MINUTE: '1000',
}

export async function signInAsContract(
  app: Pick<TestServer, 'openBrowser'>,
  address: string,
  {
    owner = ethereumTestKeys.alice,
    chainId = '1',
    browser = app.openBrowser(),
  }: { owner?: EthereumTestKey; chainId?: string; browser?: TestBrowser } = {},
): Promise<TestBrowser> {
  const response = await browser.send('POST', '/api/sign-in', await browser.signChallenge(owner, { address, chainId }))
  if (response.statusCode !== 200) throw new Error(response.body)
  return browser
}

export const readAllSessionsForTests = ({ database }: Pick<TestServer, 'database'>): Promise<SessionsTable[]> =>
  database.queries.selectFrom('sessions').selectAll().orderBy('created_at').orderBy('id').execute()

export async function readSessionRecheckAuditEntries({ database }: Pick<TestServer, 'database'>): Promise<string[]> {
  const types = ['session.ended', 'wallet.chain_unavailable', 'wallet.chain_available']
  await sequenceAllAuditEntries(database.queries)
  const rows = await database.queries
    .selectFrom('audit_events')
    .select(['type', 'details'])
    .where('type', 'in', types)
    .orderBy('sequence')
    .execute()
  return rows.map(({ type, details }) => `${type} ${(JSON.parse(details) as { reason?: string }).reason ?? ''}`.trim())
}

/** Inserts due sessions directly, which is faster than signing in. */
export async function insertContractWalletSessions(
  queries: DatabaseQueryBuilder,
  {
    wallets,
    sessionsEach,
    chainReference = '1',
    now = testClockStartTime,
  }: { wallets: readonly string[]; sessionsEach: number; chainReference?: string; now?: number },
): Promise<void> {
  await queries.transaction().execute((transaction) => insertPerson(transaction, 'many', now))
  for (const [index, address] of wallets.entries()) {
    const walletId = `wallet-${index}`
    const wallet = {
      namespace: 'eip155',
      kind: 'contract',
      chain_reference: chainReference,
      address: address.toLowerCase(),
      label: null,
      is_primary: 0,
      linked_at: now,
      last_used_at: now,
      unlinked_at: null,
    } as const
    await queries
      .insertInto('wallets')
      .values({ id: walletId, person_id: 'many', ...wallet })
      .execute()
    const proofs = Array.from({ length: sessionsEach }, (_, session) => ({
      id: `proof-${index}-${session}`,
      wallet_id: walletId,
      retained_message: `message ${index} ${session}`,
      retained_signature: `0x${'ab'.repeat(65)}`,
      method: 'erc1271' as const,
      chain_reference: chainReference,
      block_number: '1',
      block_hash: `0x${'1'.repeat(64)}`,
      code_hash: `0x${'2'.repeat(64)}`,
      verified_at: now,
      application_id: null,
    }))
    await queries.insertInto('proofs').values(proofs).execute()
    await queries
      .insertInto('sessions')
      .values(
        proofs.map(({ id: proofId }, session) => ({
          id: `session-${index}-${session}`,
          token_hash: `token-${index}-${session}`,
          person_id: 'many',
          wallet_id: walletId,
          proof_id: proofId,
          passkey_id: null,
          browser_id: null,
          contract_checked_at: now,
          contract_check_due_at: now,
          contract_unreachable_since: null,
          stepped_up_at: null,
          created_at: now,
          last_seen_at: now,
          idle_expires_at: now + 7 * 24 * hourMs,
          expires_at: now + 30 * 24 * hourMs,
          ended_at: null,
          end_reason: null,
          user_agent: 'Test browser',
          network_prefix: '127.0.0.0/24',
        })),
      )
      .execute()
  }
}
