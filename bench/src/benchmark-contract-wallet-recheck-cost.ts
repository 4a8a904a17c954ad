// Compares rechecking ten thousand live sessions with verifying each proof separately.
import { createSessionContractRecheckJob } from '@countersign/server/auth/session-rechecks/recheck-session-contracts'
import { createConfiguredChains } from '@countersign/server/chains/reader/create-configured-chains'
import { parseChainSettings } from '@countersign/server/platform/parse-chain-settings'
import type { ConfiguredChain } from '@countersign/server/platform/chain-settings'
import { systemRandomBytes } from '@countersign/server/platform/clock'
import { openAndMigrateDatabase } from '@countersign/server/platform/database/open-configured-database'
import type { Database } from '@countersign/server/platform/database/open-sqlite-or-postgres-database'
import { noWorkQueueLeases } from '@countersign/server/platform/cluster/work-queue-leases'
import type { Logger } from '@countersign/server/platform/logger'
import { createMetricsRegistry } from '@countersign/server/platform/prometheus-metrics'
import { deploySmartAccount, signAsSmartAccount } from '@countersign/testing/chain/smart-account-fixtures'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { deploySafeWallet, signAsSafeWallet } from '@countersign/testing/chain/safe-wallet-fixtures'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, http } from 'viem'
import type { Address, Hex } from 'viem'
import { median } from './measure-function-call-times.ts'
import type { FunctionCallTimes } from './measure-function-call-times.ts'
import { formatMicroseconds } from './format-benchmark-table.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'

const { alice, bob } = ethereumTestKeys
const owners = [alice, bob]
const chainId = 1
const walletsOfEachKind = 200
const sessionsOfEachWallet = 25
const sessionCount = 2 * walletsOfEachKind * sessionsOfEachWallet
const rounds = 3
const oneByOne = 400
const parallel = 8

const limits = {
  chainReadTimeoutSeconds: 30,
  chainResponseBytes: 4096,
  chainCallGas: 5_000_000,
  contractRecheckSeconds: 300,
  contractUnreachableSeconds: 3600,
  clockToleranceSeconds: 60,
}

interface Proof {
  address: Address
  message: string
  signature: Hex
}

export async function benchmarkContractWalletRecheckCost(): Promise<BenchmarkComparisonRow[]> {
  const chain = await startLocalEthereumChain({ chainId })
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  const { database } = await openAndMigrateDatabase(`sqlite:${join(folder, 'bench.db')}`)
  try {
    const proofs = await makeProofs(chain)
    await insertSessions(database, proofs)
    const ours = await measureRounds(chain, database)
    const theirs = await measureOneByOne(chain, proofs)
    return [
      {
        what: `recheck ${sessionCount} contract sessions, per session`,
        alternative: 'viem 2.57.1 client.verifyMessage for each, same node, no database',
        ours: `${formatMicroseconds(ours.wall)}, ${formatMicroseconds(ours.cpu)} CPU; ${ours.readings} reads, ${((ours.cpu * sessionCount) / 1e6).toFixed(2)} s CPU in total`,
        theirs: `${formatMicroseconds(theirs.wall)}, ${formatMicroseconds(theirs.cpu)} CPU; ${sessionCount} reads`,
        ratio: theirs.wall / ours.wall,
        cpuRatio: theirs.cpu / ours.cpu,
      },
    ]
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
    await chain.stop()
  }
}

async function makeProofs(chain: LocalEthereumChain): Promise<Proof[]> {
  const proofs: Proof[] = []
  for (let wallet = 0; wallet < walletsOfEachKind; wallet++) {
    const safe = await deploySafeWallet(chain, { owners, threshold: 2, salt: wallet })
    const account = await deploySmartAccount(chain, { owner: alice, salt: wallet })
    for (let session = 0; session < sessionsOfEachWallet; session++) {
      const message = `sign-in.example wants you to sign in with your Ethereum account: ${wallet} ${session}`
      proofs.push({
        address: safe.address,
        message,
        signature: await signAsSafeWallet(owners, message, safe.address, chainId),
      })
      proofs.push({ address: account.address, message, signature: signAsSmartAccount(alice, message) })
    }
  }
  return proofs
}

async function insertSessions({ queries }: Database, proofs: readonly Proof[]): Promise<void> {
  const now = Date.now()
  const later = now + 86_400_000
  await queries
    .insertInto('people')
    .values({
      id: 'person',
      display_name: null,
      picture_url: null,
      locale: null,
      status: 'active',
      created_at: now,
      last_seen_at: now,
    })
    .execute()
  await queries.transaction().execute(async (transaction) => {
    for (const address of new Set(proofs.map((proof) => proof.address.toLowerCase()))) {
      const wallet = {
        namespace: 'eip155',
        kind: 'contract',
        chain_reference: String(chainId),
        label: null,
        is_primary: 0,
        linked_at: now,
        last_used_at: now,
        unlinked_at: null,
      } as const
      await transaction
        .insertInto('wallets')
        .values({ id: address, person_id: 'person', address, ...wallet })
        .execute()
    }
    for (const [index, { address, message, signature }] of proofs.entries()) {
      const id = `${index}`.padStart(6, '0')
      const contract = {
        method: 'erc1271',
        chain_reference: String(chainId),
        block_number: '1',
        block_hash: null,
        code_hash: null,
      } as const
      await transaction
        .insertInto('proofs')
        .values({
          id,
          wallet_id: address.toLowerCase(),
          retained_message: message,
          retained_signature: signature,
          ...contract,
          verified_at: now,
          application_id: null,
        })
        .execute()
      const check = { contract_checked_at: now, contract_check_due_at: now, contract_unreachable_since: null }
      const times = {
        stepped_up_at: null,
        created_at: now,
        last_seen_at: now,
        idle_expires_at: later,
        expires_at: later,
        ended_at: null,
        end_reason: null,
      }
      const way = { wallet_id: address.toLowerCase(), proof_id: id, passkey_id: null, browser_id: null }
      await transaction
        .insertInto('sessions')
        .values({
          id,
          token_hash: id,
          person_id: 'person',
          ...way,
          ...check,
          ...times,
          user_agent: 'bench',
          network_prefix: '127.0.0.0/24',
        })
        .execute()
    }
  })
}

async function measureRounds(
  { url }: LocalEthereumChain,
  database: Database,
): Promise<FunctionCallTimes & { readings: number }> {
  const [real] = createConfiguredChains(
    { chains: parseChainSettings(JSON.stringify([{ id: chainId, rpc: url }])) ?? [], limits },
    Date.now,
  ).values() as unknown as [ConfiguredChain]
  let readings = 0
  const counted: ConfiguredChain = {
    settings: real.settings,
    read: (...parameters) => {
      readings += 1
      return real.read(...parameters)
    },
  }
  const log = {
    info: () => undefined,
    warn: (details: object, message: string) => console.error(message, details),
  } as unknown as Logger
  const { recheck } = createSessionContractRecheckJob({
    database,
    clock: Date.now,
    random: systemRandomBytes,
    chains: new Map([[String(chainId), counted]]),
    limits,
    log,
    metrics: createMetricsRegistry(),
    workLeases: noWorkQueueLeases,
  })
  const costs: FunctionCallTimes[] = []
  for (let round = -1; round < rounds; round++) {
    const dueAt = Date.now()
    await database.queries.updateTable('sessions').set({ contract_check_due_at: dueAt }).execute()
    readings = 0
    const cost = await measureCost(async () => {
      while ((await countDue(database, dueAt)) > 0) await recheck()
    })
    if (round >= 0) costs.push({ wall: cost.wall / sessionCount, cpu: cost.cpu / sessionCount })
  }
  const unsettled = await database.queries
    .selectFrom('sessions')
    .select('id')
    .where((expression) =>
      expression.or([expression('ended_at', 'is not', null), expression('contract_unreachable_since', 'is not', null)]),
    )
    .execute()
  if (unsettled.length > 0)
    throw new Error(`${unsettled.length} sessions ended or became unreachable, although their wallets confirm them`)
  return { wall: median(costs.map(({ wall }) => wall)), cpu: median(costs.map(({ cpu }) => cpu)), readings }
}

async function countDue({ queries }: Database, dueAt: number): Promise<number> {
  const { count } = await queries
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('contract_check_due_at', '<=', dueAt)
    .executeTakeFirstOrThrow()
  return count
}

async function measureOneByOne({ url }: LocalEthereumChain, proofs: readonly Proof[]): Promise<FunctionCallTimes> {
  const client = createPublicClient({ transport: http(url) })
  const costs: FunctionCallTimes[] = []
  for (let round = -1; round < rounds; round++) {
    const waiting = proofs.slice(0, oneByOne)
    const lane = async (): Promise<void> => {
      for (let proof = waiting.shift(); proof !== undefined; proof = waiting.shift()) {
        if (!(await client.verifyMessage(proof))) throw new Error('A valid signature was refused')
      }
    }
    const cost = await measureCost(() => Promise.all(Array.from({ length: parallel }, lane)))
    if (round >= 0) costs.push({ wall: cost.wall / oneByOne, cpu: cost.cpu / oneByOne })
  }
  return { wall: median(costs.map(({ wall }) => wall)), cpu: median(costs.map(({ cpu }) => cpu)) }
}

/** In microseconds. */
async function measureCost(work: () => Promise<unknown>): Promise<FunctionCallTimes> {
  const before = process.cpuUsage()
  const start = performance.now()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { wall: (performance.now() - start) * 1000, cpu: user + system }
}
