// Starts a session: a new secret for the browser, its hash for the database. It is never one that was there before (session fixation;
// THREATS P5).
import type { Limits } from '@countersign/api/limits'
import type { Random } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { send } from '../../platform/database/prepared.ts'
import type { PasskeysTable, PeopleTable, SessionsTable, WalletsTable } from '../../platform/database/schema.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { createSecret, hashSecret } from '../../platform/secret.ts'
import type { RecognisedBrowser } from './browsers.ts'
import { sessionTimes } from './role-limits.ts'
import type { RoleLimits } from './role-limits.ts'
import { nextContractCheck } from './next-contract-check.ts'
import { insertSession } from './store.ts'
import type { SessionRow } from './store.ts'

/** A session that just began. The token goes to the browser and nowhere else. */
export interface StartedSession {
  row: SessionRow
  token: string
}

export type SessionLimits = RoleLimits &
  Pick<Limits, 'contractRecheckSeconds' | 'crossDeviceSessionLifeSeconds' | 'newBrowserDays'>

/** Who begins a session, by what, and where. */
export interface Beginning {
  person: Pick<PeopleTable, 'id'>
  hasRole: boolean
  way: { wallet: WalletsTable; proofId: string } | { passkey: PasskeysTable }
  browser: Pick<RecognisedBrowser, 'id' | 'browser_hash' | 'known_at'>
  /** Whether what was just proved counts for what is sensitive. */
  isConfirmed: boolean
  /** How many milliseconds it lives at most; null for as long as any. */
  mostMs: number | null
  arrival: { userAgent: string; networkPrefix: string; now: number }
}

/** Begins one; the transaction need not wait for its row (`send`). */
export async function startSession(
  transaction: Transaction,
  { random, limits }: { random: Random; limits: SessionLimits },
  { person, hasRole, way, browser, isConfirmed, mostMs, arrival }: Beginning,
): Promise<StartedSession> {
  const { now } = arrival
  const token = createSecret(random)
  const wallet = 'wallet' in way ? way.wallet : null
  const passkey = 'passkey' in way ? way.passkey : null
  const times = sessionTimes(limits, hasRole)
  const lifeMs = Math.min(times.lifeMs, mostMs ?? times.lifeMs)
  const idleMs = Math.min(times.idleMs, lifeMs)
  const session = {
    id: createIdentifier(random),
    token_hash: hashSecret(token),
    person_id: person.id,
    wallet_id: wallet?.id ?? null,
    proof_id: 'wallet' in way ? way.proofId : null,
    passkey_id: passkey?.id ?? null,
    browser_id: browser.id,
    confirmed_at: isConfirmed ? now : null,
    created_at: now,
    last_seen_at: now,
    idle_expires_at: now + idleMs,
    expires_at: now + lifeMs,
    ended_at: null,
    end_reason: null,
    ...contractCheck(wallet, { random, limits }, now),
    user_agent: arrival.userAgent,
    network_prefix: arrival.networkPrefix,
  }
  await send(transaction, insertSession(transaction, session))
  const shown = {
    namespace: wallet?.namespace ?? null,
    address: wallet?.address ?? null,
    chain_reference: wallet?.chain_reference ?? null,
    wallet_name: null,
    passkey_label: passkey?.label ?? null,
    passkey_device_type: passkey?.device_type ?? null,
  }
  return {
    token,
    row: { ...session, ...shown, browser_hash: browser.browser_hash, browser_known_at: browser.known_at },
  }
}

/** A contract can change its mind, and is asked again; a key cannot. */
function contractCheck(
  wallet: WalletsTable | null,
  { random, limits }: { random: Random; limits: SessionLimits },
  now: number,
): Pick<SessionsTable, 'contract_checked_at' | 'contract_due_at' | 'contract_unreachable_since'> {
  if (wallet?.kind !== 'contract')
    return { contract_checked_at: null, contract_due_at: null, contract_unreachable_since: null }
  return {
    contract_checked_at: now,
    contract_due_at: nextContractCheck(random, limits, now),
    contract_unreachable_since: null,
  }
}
