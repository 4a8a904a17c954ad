// Fake chains for tests that depend on the answers of contracts.
import { keccak256 } from '@countersign/message'
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type {
  ContractCallResult,
  ChainBlock,
  ContractCode,
  ContractDeployment,
  Hex,
  ContractCall,
} from '@countersign/proof/chain-reader'
import { recoverPublicKey } from '@countersign/proof/recover-public-key'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { ConfiguredChains, ChainSettings, ConfiguredChain } from '../platform/chain-settings.ts'
import { isNativeBalanceCall } from '../chains/reader/native-balance-call.ts'
import { createTestChainSettings } from './chain-reader-fixtures.ts'

/** Null means that the call reverts. */
export type FakeContractResponder = (data: Hex) => Hex | null

interface FakeContractOptions {
  /** The delegate contract of the account (EIP-7702). */
  delegate?: Hex
  /** The contract is not deployed, but this factory would deploy it. */
  counterfactualFactory?: Hex
  hash?: Hex
}

export interface FakeChain extends ConfiguredChain {
  /** The number of calls in each read, except for reads of only the newest block. */
  readings: number[]
  deploy: (address: string, contract: FakeContractResponder, code?: FakeContractOptions) => void
  destroy: (address: string) => void
  /** Keyed by lower-case address. */
  nativeBalances: Map<string, bigint>
  height: number
  /** The error of every read; null if reads work. */
  readError: string | null
  /** May throw to fail a read, or change state during it. */
  beforeReading: (questions: readonly ContractCall[]) => void | Promise<void>
}

/** The newest block is 100. */
export function createFakeChain(settings: Partial<ChainSettings> = {}): FakeChain {
  const contracts = new Map<string, FakeContractOptions & { answer: FakeContractResponder }>()
  const chain: FakeChain = {
    settings: createTestChainSettings({ id: '1', rpc: ['https://node.example'], ...settings }),
    readings: [],
    deploy: (address, answer, code = {}) => void contracts.set(address.toLowerCase(), { answer, ...code }),
    destroy: (address) => void contracts.delete(address.toLowerCase()),
    nativeBalances: new Map(),
    height: 100,
    readError: null,
    beforeReading: () => undefined,
    read: async (questions, { deployment, notBefore = '0' } = {}) => {
      chain.readings.push(questions.length)
      await chain.beforeReading(questions)
      if (chain.readError !== null) throw new ChainUnavailableError(chain.readError)
      if (chain.height < Number(notBefore)) throw new ChainUnavailableError('behind')
      const results = questions.map((question) =>
        isNativeBalanceCall(question)
          ? nativeBalanceAnswer(chain.nativeBalances.get(question.to.toLowerCase()) ?? 0n)
          : answer(contracts.get(question.to.toLowerCase()), question, deployment),
      )
      const simulated = questions.some(
        ({ to }, index) =>
          contracts.get(to.toLowerCase())?.counterfactualFactory !== undefined && results[index]?.outcome !== 'no-code',
      )
      return { block: blockOf(chain.height), results, ...(simulated && { simulated }) }
    },
  }
  return chain
}

export const createFakeChains = (...chains: readonly FakeChain[]): ConfiguredChains =>
  new Map(chains.map((chain) => [chain.settings.id, chain]))

const nativeBalanceAnswer = (balance: bigint): ContractCallResult => ({
  outcome: 'answered',
  code: { hash: `0x${'0'.repeat(64)}`, delegate: null },
  data: `0x${balance.toString(16).padStart(64, '0')}`,
})

function answer(
  contract: (FakeContractOptions & { answer: FakeContractResponder }) | undefined,
  { data }: ContractCall,
  deployment: ContractDeployment | undefined,
): ContractCallResult {
  if (contract === undefined) return { outcome: 'no-code' }
  const { delegate = null, counterfactualFactory, hash = `0x${'c0de'.repeat(16)}` } = contract
  if (counterfactualFactory !== undefined && counterfactualFactory !== deployment?.factory)
    return { outcome: 'no-code' }
  const code: ContractCode = { hash, delegate }
  const said = contract.answer(data)
  return said === null ? { outcome: 'failed', code } : { outcome: 'answered', code, data: said }
}

const blockOf = (height: number): ChainBlock => ({
  number: String(height),
  hash: `0x${height.toString(16).padStart(64, '0')}`,
  at: 0,
})

/** isValidSignature(bytes32,bytes) of ERC-1271. */
const selector = '0x1626ba7e'
const yes: Hex = `${selector}${'0'.repeat(56)}`
const no: Hex = `0xffffffff${'0'.repeat(56)}`

export const createFakeContractWallet =
  (accepts: (hash: Hex, signature: Hex) => boolean): FakeContractResponder =>
  (data) => {
    if (!data.startsWith(selector)) return null
    const end = 202 + 2 * Number(`0x${data.slice(138, 202)}`)
    return accepts(`0x${data.slice(10, 74)}`, `0x${data.slice(202, end)}`) ? yes : no
  }

export const createFakeSingleOwnerContractWallet = ({
  address,
}: Pick<EthereumTestKey, 'address'>): FakeContractResponder =>
  createFakeContractWallet((hash, signature) => signerOf(hash, signature) === address.toLowerCase())

function signerOf(hash: Hex, signature: Hex): string | null {
  const bytes = Buffer.from(signature.slice(2), 'hex')
  if (bytes.length !== 65) return null
  const publicKey = recoverPublicKey(Buffer.from(hash.slice(2), 'hex'), bytes.subarray(0, 64), bytes[64] === 28 ? 1 : 0)
  return publicKey && `0x${Buffer.from(keccak256(publicKey.subarray(1)).subarray(12)).toString('hex')}`
}
