// Chains that are made up, for tests of what follows from an answer: their contracts say what a test tells them to, and how often
// they are read is counted. How a real chain is read is tested with real ones (test-chains.ts).
import { keccak256 } from '@countersign/message'
import { ChainUnavailable } from '@countersign/proof/chain-reader'
import type { Answer, Block, Code, Deployment, Hex, Question } from '@countersign/proof/chain-reader'
import { recoverPublicKey } from '@countersign/proof/recover'
import type { TestKey } from '@countersign/testing/test-keys'
import type { Chains, ChainSettings, ReadableChain } from '../platform/chain-settings.ts'
import { isCoinQuestion } from '../chains/reader/coin.ts'
import { testChain } from './test-chains.ts'

/** What a contract says to a call; null where it reverts. */
export type FakeContract = (data: Hex) => Hex | null

/** What a test decides about a contract beside what it says. */
interface FakeCode {
  /** The contract that an account is delegated to (EIP-7702). */
  delegate?: Hex
  /** It is not on the chain yet, and this factory would put it there. */
  foreseenBy?: Hex
  /** The hash of its code, where that matters. */
  hash?: Hex
}

/** A chain that a test makes up. */
export interface FakeChain extends ReadableChain {
  /** Every reading that was asked for, by its number of questions. None in it asks only for the newest block. */
  readings: number[]
  /** Puts a contract at an address, in the place of what was there. */
  deploy: (address: string, contract: FakeContract, code?: FakeCode) => void
  /** Takes it away. */
  destroy: (address: string) => void
  /** What each address (in lower case) has of its own coin. */
  coins: Map<string, bigint>
  /** The number of the newest block. */
  height: number
  /** Why it cannot be read now; null where it can. */
  fault: string | null
  /** Runs before each reading: to fail for some, or to let something else happen meanwhile. */
  beforeReading: (questions: readonly Question[]) => void | Promise<void>
}

/** A chain without any contract, whose newest block is the one with the number 100. */
export function createFakeChain(settings: Partial<ChainSettings> = {}): FakeChain {
  const contracts = new Map<string, FakeCode & { answer: FakeContract }>()
  const chain: FakeChain = {
    settings: testChain({ id: '1', rpc: ['https://node.example'], ...settings }),
    readings: [],
    deploy: (address, answer, code = {}) => void contracts.set(address.toLowerCase(), { answer, ...code }),
    destroy: (address) => void contracts.delete(address.toLowerCase()),
    coins: new Map(),
    height: 100,
    fault: null,
    beforeReading: () => undefined,
    read: async (questions, { deployment, notBefore = '0' } = {}) => {
      chain.readings.push(questions.length)
      await chain.beforeReading(questions)
      if (chain.fault !== null) throw new ChainUnavailable(chain.fault)
      if (chain.height < Number(notBefore)) throw new ChainUnavailable('behind')
      const answers = questions.map((question) =>
        isCoinQuestion(question)
          ? coin(chain.coins.get(question.to.toLowerCase()) ?? 0n)
          : answer(contracts.get(question.to.toLowerCase()), question, deployment),
      )
      const simulated = questions.some(
        ({ to }, index) =>
          contracts.get(to.toLowerCase())?.foreseenBy !== undefined && answers[index]?.outcome !== 'no-code',
      )
      return { block: blockOf(chain.height), answers, ...(simulated && { simulated }) }
    },
  }
  return chain
}

/** Chains as a server is given them. */
export const fakeChains = (...chains: readonly FakeChain[]): Chains =>
  new Map(chains.map((chain) => [chain.settings.id, chain]))

const coin = (balance: bigint): Answer => ({
  outcome: 'answered',
  code: { hash: `0x${'0'.repeat(64)}`, delegate: null },
  data: `0x${balance.toString(16).padStart(64, '0')}`,
})

function answer(
  contract: (FakeCode & { answer: FakeContract }) | undefined,
  { data }: Question,
  deployment: Deployment | undefined,
): Answer {
  if (contract === undefined) return { outcome: 'no-code' }
  const { delegate = null, foreseenBy, hash = `0x${'c0de'.repeat(16)}` } = contract
  if (foreseenBy !== undefined && foreseenBy !== deployment?.factory) return { outcome: 'no-code' }
  const code: Code = { hash, delegate }
  const said = contract.answer(data)
  return said === null ? { outcome: 'failed', code } : { outcome: 'answered', code, data: said }
}

/** Blocks are of no time that a test could depend on. */
const blockOf = (height: number): Block => ({
  number: String(height),
  hash: `0x${height.toString(16).padStart(64, '0')}`,
  at: 0,
})

/** isValidSignature(bytes32,bytes), and what a contract of ERC-1271 answers. */
const selector = '0x1626ba7e'
const yes: Hex = `${selector}${'0'.repeat(56)}`
const no: Hex = `0xffffffff${'0'.repeat(56)}`

/** A contract wallet with a rule of the test's for the hash that was signed and the signature. */
export const walletOf =
  (accepts: (hash: Hex, signature: Hex) => boolean): FakeContract =>
  (data) => {
    if (!data.startsWith(selector)) return null
    const end = 202 + 2 * Number(`0x${data.slice(138, 202)}`)
    return accepts(`0x${data.slice(10, 74)}`, `0x${data.slice(202, end)}`) ? yes : no
  }

/** A contract wallet with one owner, whose plain signature it wants. */
export const walletOwnedBy = ({ address }: Pick<TestKey, 'address'>): FakeContract =>
  walletOf((hash, signature) => signerOf(hash, signature) === address.toLowerCase())

function signerOf(hash: Hex, signature: Hex): string | null {
  const bytes = Buffer.from(signature.slice(2), 'hex')
  if (bytes.length !== 65) return null
  const publicKey = recoverPublicKey(Buffer.from(hash.slice(2), 'hex'), bytes.subarray(0, 64), bytes[64] === 28 ? 1 : 0)
  return publicKey && `0x${Buffer.from(keccak256(publicKey.subarray(1)).subarray(12)).toString('hex')}`
}
