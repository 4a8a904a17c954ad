// Sign-in never waits for this job, and an unreachable chain leaves names unchanged.
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { Hex } from '@countersign/proof/chain-reader'
import type { ConfiguredChains, ConfiguredChain } from '../../platform/chain-settings.ts'
import type { Clock, RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { WorkQueueLeases } from '../../platform/cluster/work-queue-leases.ts'
import type { Logger } from '../../platform/logger.ts'
import { fetchEnsAvatar, isEnsAvatarUrl } from './fetch-ens-avatar.ts'
import type { EnsAvatarResult, EnsAvatarContext } from './fetch-ens-avatar.ts'
import type { CcipGatewayClient } from './ccip-gateway-client.ts'
import { reverseResolveEnsName } from './reverse-resolve-ens-name.ts'
import type { ResolvedEnsName } from './reverse-resolve-ens-name.ts'
import {
  storeWalletEnsName,
  listWalletEnsNamesDueForRefresh,
  postponeWalletEnsNameRefresh,
  claimWalletEnsNameDueForRefresh,
} from '../../store/wallets/wallet-ens-name-store.ts'
import type { WalletEnsNameDueForRefresh, WalletEnsNameUpdate } from '../../store/wallets/wallet-ens-name-store.ts'

export interface EnsNameRefreshContext extends EnsAvatarContext {
  queries: DatabaseQueryBuilder
  clock: Clock
  random: RandomBytes
  chains: ConfiguredChains
  gateways: CcipGatewayClient
  limits: Pick<ServerLimitValues, 'ensNameRefreshSeconds'>
  log: Logger
  workLeases: WorkQueueLeases
}

const maxConcurrentReads = 8
const namesPerRound = 60

/** Longer than reading one name can take; also the retry delay if the chain did not respond. */
const leaseMs = 5 * 60_000

const avatarRetryMs = 3_600_000

const gatewayRetryMs = 3_600_000

/** After this many failures, the chain is probably down, and each further try costs a write. */
const maxFailures = 20

type EnsChain = { chain: ConfiguredChain; registry: Hex }

export async function refreshEnsNames(context: EnsNameRefreshContext): Promise<number> {
  const naming = [...context.chains.values()].flatMap((chain) =>
    chain.settings.ensRegistry === null ? [] : [{ chain, registry: chain.settings.ensRegistry as Hex }],
  )
  if (naming.length === 0) return 0
  const waiting = await listWalletEnsNamesDueForRefresh(context.queries, context.clock(), namesPerRound)
  let read = 0
  const failures: string[] = []
  const work = async (): Promise<void> => {
    for (let due = waiting.shift(); due !== undefined && failures.length < maxFailures; due = waiting.shift()) {
      const taken = await claimWalletEnsNameDueForRefresh(context.queries, due, context.clock() + leaseMs)
      if (taken === undefined) continue
      const inHand = [{ item: taken.wallet_id, token: taken.refresh_at }]
      await context.workLeases.recordLeases(context.queries, 'names', inHand)
      const failure = await refreshWalletName(context, naming, taken)
      await context.workLeases.removeLeases(context.queries, 'names', inHand)
      if (failure === null) read += 1
      else failures.push(failure)
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: maxConcurrentReads }, work))
  if (failures.length > 0)
    context.log.info(
      { wallets: failures.length, reason: failures[0] },
      'wallet name lookup failed; keeping the stored names and retrying in a few minutes',
    )
  const broken = lanes.find((lane) => lane.status === 'rejected')
  // The claimed wallets become due again when their leases expire.
  if (broken !== undefined) throw broken.reason
  return read
}

async function refreshWalletName(
  context: EnsNameRefreshContext,
  naming: readonly EnsChain[],
  due: WalletEnsNameDueForRefresh,
): Promise<string | null> {
  const kept = await readWalletName(context, naming, due).catch((error: unknown) => {
    if (error instanceof ChainUnavailableError) return error.reason
    throw error
  })
  if (typeof kept === 'string') return kept
  if (kept === null) {
    await postponeWalletEnsNameRefresh(context.queries, due, context.clock() + gatewayRetryMs)
    return null
  }
  await context.queries
    .transaction()
    .execute((transaction) => storeWalletEnsName(transaction, context.random, due, kept))
  return null
}

/** Null if the stored name is kept because its gateway is unavailable. */
async function readWalletName(
  context: EnsNameRefreshContext,
  naming: readonly EnsChain[],
  due: WalletEnsNameDueForRefresh,
): Promise<WalletEnsNameUpdate | null> {
  const read = await readEnsName(context, findEnsChain(naming, due), due.address)
  if (read.isUncertain === true && read.name === due.name) return null
  // A name that the wallet no longer claims is dropped, even if the new name is unconfirmed.
  const { name, avatar } = read.isUncertain === true ? { name: null, avatar: null } : read
  const pictureSource = avatar !== null && isEnsAvatarUrl(avatar) ? avatar : null
  const fetched = pictureSource === null ? null : await fetchEnsAvatar(context, pictureSource)
  const now = context.clock()
  const everyMs = context.limits.ensNameRefreshSeconds * 1000
  const againMs = read.isUncertain === true ? gatewayRetryMs : fetched?.outcome === 'unknown' ? avatarRetryMs : everyMs
  const dueAt = now + Math.min(everyMs, againMs)
  return { name, picture: chooseAvatar(fetched, pictureSource === due.avatar_source), pictureSource, now, dueAt }
}

async function readEnsName(
  { gateways }: EnsNameRefreshContext,
  own: EnsChain | undefined,
  address: string,
): Promise<ResolvedEnsName> {
  if (own === undefined) return { name: null, avatar: null }
  const hosts = own.chain.settings.nameGateways
  return reverseResolveEnsName(own.chain, own.registry, address, hosts.length === 0 ? null : { gateways, hosts })
}

/** A contract address may have a different owner on another chain (THREATS S4). */
const findEnsChain = (
  naming: readonly EnsChain[],
  { kind, chain_reference }: WalletEnsNameDueForRefresh,
): EnsChain | undefined =>
  kind === 'key' ? naming[0] : naming.find(({ chain }) => chain.settings.id === chain_reference)

function chooseAvatar(fetched: EnsAvatarResult | null, isSameSource: boolean): WalletEnsNameUpdate['picture'] {
  if (fetched?.outcome === 'picture') return fetched.content
  return fetched?.outcome === 'unknown' && isSameSource ? 'unchanged' : 'none'
}
