// The chains that an operator lets this server read. With none, plain keys sign in as ever; a contract wallet needs its chain.
import type { ChainReader } from '@countersign/proof/chain-reader'

/** One chain, checked. */
export interface ChainSettings {
  /** The EVM chain id, as a decimal number. */
  id: string
  /** What people read. */
  name: string
  /** Addresses of its nodes (JSON-RPC); they can hold a key of the operator's, and are never shown whole. */
  rpc: readonly string[]
  /** How many of the nodes have to say the same. */
  quorum: number
  /** The factories, in lower case, which may make a wallet that is not deployed yet in a simulation (ERC-6492). */
  factories: readonly string[]
  /** Whether the delegate of an account (EIP-7702) may answer for it. One that is careless accepts anything. */
  allowDelegates: boolean
  /** A newest block that is older than this says that the node has fallen behind. */
  staleSeconds: number
  /** Where names are registered (ENS), in lower case; null where none are read. */
  ensRegistry: string | null
}

/** A chain that this server reads, with what its operator decided about it. */
export type ReadableChain = ChainReader & { settings: ChainSettings }

/** The chains that this server reads, by their id. */
export type Chains = ReadonlyMap<string, ReadableChain>

/**
 * Factories of wallets that many people have. Each makes the same wallet at the same address whoever calls it, which is what makes the
 * signature of one that is not there yet worth something: the factory of Safe 1.3.0 also makes wallets whose address says nothing about
 * their owners, so that a stranger could claim an address where somebody else's wallet is deployed later (THREATS S6).
 */
const knownFactories = [
  // Safe proxy factory 1.4.1 and 1.5.0.
  '0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67',
  '0x14f2982d601c9458f93bd70b218933a6f8165e7b',
  // Coinbase Smart Wallet 1 and 1.1.
  '0x0ba5ed0c6aa8c49038f819e587e2633c4a9f428a',
  '0xba5ed110efdba3d005bfc882d75358acbbb85842',
]

/** Where the registry of names is on Ethereum. */
const mainRegistry = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'

const chainNames: Readonly<Record<string, string>> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  100: 'Gnosis',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum One',
  59144: 'Linea',
}

const members = ['id', 'name', 'rpc', 'quorum', 'factories', 'allowDelegates', 'staleSeconds', 'ensRegistry']

/** What is allowed, for the message that refuses another value. */
export const allowedChains =
  'a JSON list of chains, each with "id" and "rpc" (an https address or a list of them), and as wanted "name", "quorum", "factories", "allowDelegates", "staleSeconds", "ensRegistry" (see docs/guides/chains.md); empty for none'

/**
 * Reads the chains of a setting.
 * @param text JSON
 * @returns undefined where it is not allowed
 */
export function readChains(text: string): ChainSettings[] | undefined {
  if (text === '') return []
  const parsed = parse(text)
  if (!Array.isArray(parsed) || parsed.length > 50) return undefined
  const chains = parsed.map(readChain)
  if (!chains.every((chain) => chain !== undefined)) return undefined
  return new Set(chains.map(({ id }) => id)).size === chains.length ? chains : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readChain(value: unknown): ChainSettings | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const given = value as Record<string, unknown>
  if (Object.keys(given).some((member) => !members.includes(member))) return undefined
  const id = String(given.id)
  const rpc = typeof given.rpc === 'string' ? [given.rpc] : given.rpc
  const { quorum = 1, factories = knownFactories, allowDelegates = false, staleSeconds = 600 } = given
  const { name = chainNames[id] ?? `Chain ${id}`, ensRegistry = id === '1' ? mainRegistry : null } = given
  if (!isChainId(id) || !isName(name) || !isListOf(rpc, isNodeAddress) || rpc.length === 0 || rpc.length > 10) return undefined
  if (!isWithin(quorum, 1, rpc.length) || !isListOf(factories, isAddress) || typeof allowDelegates !== 'boolean') return undefined
  if (!isWithin(staleSeconds, 10, 86_400 * 365) || !(ensRegistry === null || isAddress(ensRegistry))) return undefined
  return {
    id,
    name,
    rpc,
    quorum,
    factories: factories.map((factory) => factory.toLowerCase()),
    allowDelegates,
    staleSeconds,
    ensRegistry: ensRegistry?.toLowerCase() ?? null,
  }
}

const isChainId = (value: string): boolean => /^[1-9][0-9]{0,15}$/.test(value) && Number(value) <= Number.MAX_SAFE_INTEGER
const isName = (value: unknown): value is string => typeof value === 'string' && /^[\p{L}\p{N}][\p{L}\p{N} .'()-]{0,39}$/u.test(value)
const isAddress = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
const isWithin = (value: unknown, min: number, max: number): value is number => Number.isInteger(value) && (value as number) >= min && (value as number) <= max

/** Plain http is for a node of one's own, in one's own network; what an operator writes here is theirs to judge. */
const isNodeAddress = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).hash === ''

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem) && new Set(value).size === value.length
}

/** The chains as they may be shown: of a node its host alone, because its address can hold a key (THREATS N10). */
export function showChains(text: string): string {
  return (readChains(text) ?? []).map(({ id, name, rpc, quorum }) => `${name} (${id}) at ${rpc.map((address) => new URL(address).host).join(', ')}${quorum > 1 ? `, ${quorum} alike` : ''}`).join('; ')
}

/** A chain as people are told of it; one that is no longer read has its number for a name. */
export function describeChain(chains: readonly ChainSettings[], id: string): { id: string; name: string } {
  return { id, name: chains.find((chain) => chain.id === id)?.name ?? chainNames[id] ?? `Chain ${id}` }
}
