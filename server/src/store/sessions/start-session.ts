// Starts a session with a new secret, which is stored as a hash (session fixation; THREATS P5).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { pipelineSqlStatement } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type {
  PasskeysTable,
  PeopleTable,
  SessionsTable,
  WalletsTable,
} from '../../platform/database/database-schema.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { createBearerSecret, hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import type { RecognizedPersonBrowser } from './recognize-or-add-person-browser.ts'
import { getSessionLifetimes } from './role-session-lifetime-rules.ts'
import type { SessionLifetimeLimits } from './role-session-lifetime-rules.ts'
import { computeContractWalletRecheckTime } from './compute-contract-wallet-recheck-time.ts'
import { insertSession } from './session-store.ts'
import type { SessionQueryRow } from './describe-session.ts'

export interface StartedSession {
  row: SessionQueryRow
  token: string
}

export type SessionLimits = SessionLifetimeLimits &
  Pick<ServerLimitValues, 'contractRecheckSeconds' | 'crossDeviceSessionLifetimeSeconds' | 'newBrowserNoticeDays'>

export interface NewSessionInput {
  person: Pick<PeopleTable, 'id'>
  hasRole: boolean
  signInMethod: { wallet: WalletsTable; proofId: string } | { passkey: PasskeysTable }
  browser: Pick<RecognizedPersonBrowser, 'id' | 'browser_hash' | 'trusted_at'>
  countsAsStepUp: boolean
  maxLifetimeMs: number | null
  requestInfo: { userAgent: string; networkPrefix: string; now: number }
}

/** The insert is pipelined, so the transaction need not wait for it (`pipelineSqlStatement`). */
export async function startSession(
  transaction: DatabaseTransaction,
  { random, limits }: { random: RandomBytes; limits: SessionLimits },
  { person, hasRole, signInMethod, browser, countsAsStepUp, maxLifetimeMs, requestInfo }: NewSessionInput,
): Promise<StartedSession> {
  const { now } = requestInfo
  const token = createBearerSecret(random)
  const wallet = 'wallet' in signInMethod ? signInMethod.wallet : null
  const passkey = 'passkey' in signInMethod ? signInMethod.passkey : null
  const times = getSessionLifetimes(limits, hasRole)
  const lifeMs = Math.min(times.lifeMs, maxLifetimeMs ?? times.lifeMs)
  const idleMs = Math.min(times.idleMs, lifeMs)
  const session = {
    id: createRandomId(random),
    token_hash: hashBearerSecret(token),
    person_id: person.id,
    wallet_id: wallet?.id ?? null,
    proof_id: 'wallet' in signInMethod ? signInMethod.proofId : null,
    passkey_id: passkey?.id ?? null,
    browser_id: browser.id,
    stepped_up_at: countsAsStepUp ? now : null,
    created_at: now,
    last_seen_at: now,
    idle_expires_at: now + idleMs,
    expires_at: now + lifeMs,
    ended_at: null,
    end_reason: null,
    ...createContractCheckColumns(wallet, { random, limits }, now),
    user_agent: requestInfo.userAgent,
    network_prefix: requestInfo.networkPrefix,
  }
  await pipelineSqlStatement(transaction, insertSession(transaction, session))
  const joinedColumns = {
    namespace: wallet?.namespace ?? null,
    address: wallet?.address ?? null,
    chain_reference: wallet?.chain_reference ?? null,
    wallet_name: null,
    passkey_label: passkey?.label ?? null,
    passkey_device_type: passkey?.device_type ?? null,
  }
  return {
    token,
    row: { ...session, ...joinedColumns, browser_hash: browser.browser_hash, browser_known_at: browser.trusted_at },
  }
}

function createContractCheckColumns(
  wallet: WalletsTable | null,
  { random, limits }: { random: RandomBytes; limits: SessionLimits },
  now: number,
): Pick<SessionsTable, 'contract_checked_at' | 'contract_check_due_at' | 'contract_unreachable_since'> {
  if (wallet?.kind !== 'contract')
    return { contract_checked_at: null, contract_check_due_at: null, contract_unreachable_since: null }
  return {
    contract_checked_at: now,
    contract_check_due_at: computeContractWalletRecheckTime(random, limits, now),
    contract_unreachable_since: null,
  }
}
