// A fake chain with ENS names and avatars, for tests of name refreshes.
import { noWorkQueueLeases } from '../platform/cluster/work-queue-leases.ts'
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { ContractCallResult, ContractCall } from '@countersign/proof/chain-reader'
import sharp from 'sharp'
import { encodeErrorResult, parseAbi } from 'viem'
import { namehash } from 'viem/ens'
import { createPictureReencoder } from '../store/pictures/picture-reencoder.ts'
import type { ConfiguredChains, ConfiguredChain } from '../platform/chain-settings.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import type { Database } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { Logger } from '../platform/logger.ts'
import { createTestChainSettings } from './chain-reader-fixtures.ts'
import { insertLinkedWallet } from '../store/wallets/wallet-store.ts'
import type { WalletIdentityFields } from '../store/wallets/wallet-store.ts'
import { CcipGatewayUnavailableError } from '../groups/ens/ccip-gateway-client.ts'
import type { EnsNameRefreshContext } from '../groups/ens/refresh-ens-names.ts'

const start = Date.parse('2026-01-15T12:00:00.000Z')
const registry = `0x${'e5'.repeat(20)}`
const resolver = `0x${'d5'.repeat(20)}`
const encodeAbiText = (value: string): string => {
  const hex = Buffer.from(value).toString('hex')
  return `0x${'20'.padStart(64, '0')}${(hex.length / 2).toString(16).padStart(64, '0')}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`
}

interface NameRecords {
  claimed: Record<string, string>
  owners: Record<string, string>
  avatars: Record<string, string>
  /** Names that only the gateway knows. */
  elsewhere: Set<string>
}

export interface EnsNamesTestContext extends EnsNameRefreshContext {
  time: { now: number }
  records: NameRecords
  chain: { down: boolean; reads: number; asked: string[] }
  gateway: { hosts: string[]; down: boolean; asked: (readonly string[])[] }
  pictures: { status: number; body: Buffer; asked: string[] }
  logged: string[]
}

export let redPng: Buffer
export let bluePng: Buffer
export async function createTestAvatarPngs(): Promise<void> {
  const fill = (background: string) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
  ;[redPng, bluePng] = [await fill('#f00'), await fill('#00f')]
}

export function createEnsNamesTestContext(
  { queries }: Pick<Database, 'queries'>,
  shared: Partial<Pick<EnsNamesTestContext, 'records' | 'chain' | 'gateway' | 'time' | 'pictures'>> = {},
): EnsNamesTestContext {
  const {
    time = { now: start },
    records = { claimed: {}, owners: {}, avatars: {}, elsewhere: new Set() },
    chain = { down: false, reads: 0, asked: [] },
    gateway = { hosts: [], down: false, asked: [] },
    pictures = { status: 200, body: redPng, asked: [] },
  } = shared
  const answerTo = ({ to, data }: ContractCall): ContractCallResult => {
    const [selector, node] = [data.slice(0, 10), `0x${data.slice(10, 74)}`]
    // This selector is the callback with the gateway's response.
    if (selector === '0x12345678')
      return { outcome: 'answered', code: { hash: '0x', delegate: null }, data: `0x${data.slice(202, 266)}` }
    if (selector === '0x3b3b57de' && [...records.elsewhere].some((one) => namehash(one) === node))
      return { outcome: 'failed', code: { hash: '0x', delegate: null }, lookup: encodeOffchainLookup(data) }
    const address = Object.keys(records.claimed).find((one) => namehash(`${one.slice(2)}.addr.reverse`) === node)
    const name = Object.keys(records.owners).find((one) => namehash(one) === node)
    const said =
      to === registry
        ? address === undefined && name === undefined
          ? undefined
          : `0x${resolver.slice(2).padStart(64, '0')}`
        : selector === '0x691f3431'
          ? encodeAbiText(records.claimed[address ?? ''] ?? '')
          : selector === '0x3b3b57de'
            ? `0x${(records.owners[name ?? ''] ?? '0x').slice(2).padStart(64, '0')}`
            : encodeAbiText(records.avatars[name ?? ''] ?? '')
    return said === undefined
      ? { outcome: 'failed', code: { hash: '0x', delegate: null } }
      : { outcome: 'answered', code: { hash: '0x', delegate: null }, data: said as `0x${string}` }
  }
  const readable = (id: string, ensRegistry: string | null): ConfiguredChain => ({
    settings: createTestChainSettings({ id, rpc: [], ensRegistry, nameGateways: gateway.hosts }),
    read: async (questions) => {
      chain.reads += 1
      chain.asked.push(id)
      if (chain.down) throw new ChainUnavailableError('down for the test')
      return { block: { number: '1', hash: '0x', at: start }, results: questions.map(answerTo) }
    },
  })
  const chains: ConfiguredChains = new Map(
    [readable('8453', null), readable('1', registry)].map((one) => [one.settings.id, one]),
  )
  const logged: string[] = []
  return {
    queries,
    clock: () => time.now,
    time,
    random: systemRandomBytes,
    workLeases: noWorkQueueLeases,
    chains,
    records,
    chain,
    pictures,
    outbound: {
      fetch: async (url) => {
        pictures.asked.push(url)
        return { status: pictures.status, headers: {}, body: pictures.body }
      },
    },
    gateway,
    gateways: {
      fetchData: async ({ callData }, hosts) => {
        gateway.asked.push(hosts)
        if (gateway.down) throw new CcipGatewayUnavailableError('down for the test')
        const [, owner = ''] =
          Object.entries(records.owners).find(([name]) => namehash(name) === `0x${callData.slice(10, 74)}`) ?? []
        return `0x${owner.slice(2).padStart(64, '0')}`
      },
    },
    writePicture: createPictureReencoder(),
    limits: { ensNameRefreshSeconds: 86_400 },
    log: {
      info: (details: object, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`),
    } as unknown as Logger,
    logged,
  }
}

const encodeOffchainLookup = (data: `0x${string}`): `0x${string}` =>
  encodeErrorResult({
    abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
    errorName: 'OffchainLookup',
    args: [resolver as `0x${string}`, ['https://gateway.example/{data}'], data, '0x12345678', '0x'],
  })

let addedWallets = 0

export async function insertTestPersonWithWallet(
  { queries, time }: EnsNamesTestContext,
  changes: Partial<WalletIdentityFields> = {},
): Promise<{ id: string; address: string }> {
  const number = String((addedWallets += 1)).padStart(4, '0')
  const person = {
    id: `person-${number}`,
    display_name: null,
    picture_url: null,
    locale: null,
    status: 'active' as const,
    created_at: start,
    last_seen_at: start,
  }
  await queries.insertInto('people').values(person).execute()
  const identity: WalletIdentityFields = {
    namespace: 'eip155',
    kind: 'key',
    chainReference: null,
    address: `0x${number.padStart(40, 'a')}`,
    ...changes,
  }
  await queries.transaction().execute((transaction) =>
    insertLinkedWallet(transaction, identity, {
      id: `wallet-${number}`,
      personId: person.id,
      primary: true,
      now: time.now,
    }),
  )
  return { id: `wallet-${number}`, address: identity.address }
}

export function assignEnsName({ records }: EnsNamesTestContext, address: string, name: string, avatar?: string): void {
  records.claimed[address] = name
  records.owners[name] = address
  if (avatar !== undefined) records.avatars[name] = avatar
}

export const readStoredEnsName = ({ queries }: EnsNamesTestContext, id: string) =>
  queries.selectFrom('wallet_names').selectAll().where('wallet_id', '=', id).executeTakeFirst()
export const listStoredWalletAvatars = ({ queries }: EnsNamesTestContext) =>
  queries.selectFrom('wallet_avatars').selectAll().execute()
