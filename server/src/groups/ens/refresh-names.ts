// Reads the names and pictures of wallets in the background: soon after a wallet was linked, and again every
// `walletNameSeconds`. No sign-in ever waits for it, and a chain that cannot be read leaves every name as it was.
import type { Limits } from '@countersign/api/limits'
import { ChainUnavailable } from '@countersign/proof/chain-reader'
import type { Hex } from '@countersign/proof/chain-reader'
import type { Chains, ReadableChain } from '../../platform/chain-settings.ts'
import type { Clock, Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { InHand } from '../../platform/instance/in-hand.ts'
import type { Log } from '../../platform/log.ts'
import { fetchPicture, isPictureAddress } from './fetch-picture.ts'
import type { FetchedPicture, PictureWorld } from './fetch-picture.ts'
import type { Gateways } from './gateways.ts'
import { readName } from './read-name.ts'
import type { ReadName } from './read-name.ts'
import { keepName, listDueNames, postponeName, takeDueName } from '../../store/wallets/names.ts'
import type { DueName, NameToKeep } from '../../store/wallets/names.ts'

export interface NamesWorld extends PictureWorld {
  queries: Queries
  clock: Clock
  random: Random
  chains: Chains
  /** Asked for the names of a chain whose operator allows any (`nameGateways`), and for no others. */
  gateways: Gateways
  limits: Pick<Limits, 'walletNameSeconds'>
  log: Log
  inHand: InHand
}

/** So many wallets are read at the same time. */
const atOnce = 8
/** Wallets cost nothing, and each is up to four readings: however many come, a round asks the chain no more than this. */
const namesPerRound = 60

/** Longer than the readings, gateways and picture of a name can take, and how long it is until a wallet is tried again whose chain did not answer. */
const leaseMs = 5 * 60_000

/** After how long the picture is tried again whose server was out of reach. */
const pictureAgainMs = 3_600_000

/** After how long a name is read again whose gateway could not be had. */
const gatewayAgainMs = 3_600_000

/** After so many failures a round ends: the chain is down, and every further try costs a write for nothing. */
const mostFailures = 20

/** A chain that has a registry of names. */
type NamingChain = { chain: ReadableChain; registry: Hex }

/**
 * Makes one round: reads wallets that are due.
 * @returns how many were read; 0 where no chain with a registry is configured, or it cannot be read
 */
export async function refreshNames(world: NamesWorld): Promise<number> {
  const naming = [...world.chains.values()].flatMap((chain) =>
    chain.settings.ensRegistry === null ? [] : [{ chain, registry: chain.settings.ensRegistry as Hex }],
  )
  if (naming.length === 0) return 0
  const waiting = await listDueNames(world.queries, world.clock(), namesPerRound)
  let read = 0
  const failures: string[] = []
  const work = async (): Promise<void> => {
    for (let due = waiting.shift(); due !== undefined && failures.length < mostFailures; due = waiting.shift()) {
      const taken = await takeDueName(world.queries, due, world.clock() + leaseMs)
      if (taken === undefined) continue
      const inHand = [{ item: taken.wallet_id, token: taken.due_at }]
      await world.inHand.take(world.queries, 'names', inHand)
      const failure = await refreshOne(world, naming, taken)
      await world.inHand.settle(world.queries, 'names', inHand)
      if (failure === null) read += 1
      else failures.push(failure)
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, work))
  if (failures.length > 0)
    world.log.info(
      { wallets: failures.length, reason: failures[0] },
      'names of wallets cannot be read; they stay as they were and are read again in some minutes',
    )
  const broken = lanes.find((lane) => lane.status === 'rejected')
  // No wallet is lost by this: those that were taken come back by themselves.
  if (broken !== undefined) throw broken.reason
  return read
}

/** @returns why the chain could not be read, or null */
async function refreshOne(world: NamesWorld, naming: readonly NamingChain[], due: DueName): Promise<string | null> {
  const kept = await readOne(world, naming, due).catch((error: unknown) => {
    if (error instanceof ChainUnavailable) return error.reason
    throw error
  })
  if (typeof kept === 'string') return kept
  if (kept === null) {
    await postponeName(world.queries, due, world.clock() + gatewayAgainMs)
    return null
  }
  await world.queries.transaction().execute((transaction) => keepName(transaction, world.random, due, kept))
  return null
}

/** @returns null where all stays as it was, because a gateway could not be had for the name that the wallet has here already */
async function readOne(world: NamesWorld, naming: readonly NamingChain[], due: DueName): Promise<NameToKeep | null> {
  const read = await readNameOf(world, chainOf(naming, due), due.address)
  if (read.isUncertain === true && read.name === due.name) return null
  // A name that the wallet no longer says of itself is not kept for as long as the gateway of another fails.
  const { name, avatar } = read.isUncertain === true ? { name: null, avatar: null } : read
  const pictureSource = avatar !== null && isPictureAddress(avatar) ? avatar : null
  const fetched = pictureSource === null ? null : await fetchPicture(world, pictureSource)
  const now = world.clock()
  const everyMs = world.limits.walletNameSeconds * 1000
  const againMs = read.isUncertain === true ? gatewayAgainMs : fetched?.outcome === 'unknown' ? pictureAgainMs : everyMs
  const dueAt = now + Math.min(everyMs, againMs)
  return { name, picture: pictureToKeep(fetched, pictureSource === due.picture_source), pictureSource, now, dueAt }
}

async function readNameOf({ gateways }: NamesWorld, own: NamingChain | undefined, address: string): Promise<ReadName> {
  if (own === undefined) return { name: null, avatar: null }
  const hosts = own.chain.settings.nameGateways
  return readName(own.chain, own.registry, address, hosts.length === 0 ? null : { gateways, hosts })
}

/** The same key is the same wallet on every chain, so that any registry can name it. A contract is named where it is: at its address
 * on another chain can be somebody else's (THREATS S4). */
const chainOf = (naming: readonly NamingChain[], { kind, chain_reference }: DueName): NamingChain | undefined =>
  kind === 'key' ? naming[0] : naming.find(({ chain }) => chain.settings.id === chain_reference)

/** A picture whose server is out of reach stays for as long as the name says that it is there. */
function pictureToKeep(fetched: FetchedPicture | null, isSameSource: boolean): NameToKeep['picture'] {
  if (fetched?.outcome === 'picture') return fetched.content
  return fetched?.outcome === 'unknown' && isSameSource ? 'as-it-was' : 'none'
}
