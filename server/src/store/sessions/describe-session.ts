import type { ApiSession } from '@countersign/api/api-endpoints'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { ChainNamespace } from '@countersign/message'
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { getChainIdAndName } from '../../platform/chain-settings.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { PasskeysTable, SessionsTable } from '../../platform/database/database-schema.ts'

export type SessionQueryRow = SessionsTable & {
  namespace: ChainNamespace | null
  address: string | null
  chain_reference: string | null
  wallet_name: string | null
  passkey_label: string | null
  passkey_device_type: PasskeysTable['device_type'] | null
  browser_hash: string | null
  browser_known_at: number | null
}

export interface SessionDescriptionContext {
  currentId: string
  networkPrefix: string
  limits: Pick<ServerLimitValues, 'stepUpFreshnessSeconds' | 'clockToleranceSeconds' | 'contractUnreachableSeconds'>
  chains: readonly ChainSettings[]
  now: number
}

/** Returns milliseconds since 1970, or null. Ignores a step-up in the future (clock set back). */
export function getStepUpFreshUntil(
  row: Pick<SessionsTable, 'stepped_up_at'>,
  { limits, now }: { limits: Pick<ServerLimitValues, 'stepUpFreshnessSeconds' | 'clockToleranceSeconds'>; now: number },
): number | null {
  if (row.stepped_up_at === null || row.stepped_up_at > now + limits.clockToleranceSeconds * 1000) return null
  const until = row.stepped_up_at + limits.stepUpFreshnessSeconds * 1000
  return until > now ? until : null
}

function describeSessionContract(
  { contract_checked_at: checkedAt, contract_unreachable_since: since }: SessionQueryRow,
  { contractUnreachableSeconds }: SessionDescriptionContext['limits'],
): ApiSession['contract'] {
  if (checkedAt === null) return null
  return {
    checkedAt: formatRfc3339Timestamp(checkedAt),
    unreachableSince: since === null ? null : formatRfc3339Timestamp(since),
    endsAt: since === null ? null : formatRfc3339Timestamp(since + contractUnreachableSeconds * 1000),
  }
}

export function describeSession(row: SessionQueryRow, view: SessionDescriptionContext): ApiSession {
  const until = getStepUpFreshUntil(row, view)
  return {
    id: row.id,
    current: row.id === view.currentId,
    wallet:
      row.namespace === null || row.address === null
        ? null
        : {
            namespace: row.namespace,
            address: formatStoredWalletAddress(row.address),
            chain: row.chain_reference === null ? null : getChainIdAndName(view.chains, row.chain_reference),
            name: row.wallet_name,
          },
    contract: describeSessionContract(row, view.limits),
    passkey: row.passkey_id === null ? null : { id: row.passkey_id, label: row.passkey_label },
    createdAt: formatRfc3339Timestamp(row.created_at),
    lastSeenAt: formatRfc3339Timestamp(row.last_seen_at),
    stepUpValidUntil: until === null ? null : formatRfc3339Timestamp(until),
    newBrowser: row.browser_known_at === null,
    sameNetwork: row.network_prefix === view.networkPrefix,
    expiresAt: formatRfc3339Timestamp(row.expires_at),
    userAgent: row.user_agent,
    networkPrefix: row.network_prefix,
  }
}
