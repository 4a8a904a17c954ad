// Reads the chains of a setting strictly, with every fault by its place. What was written is never repeated: it can hold a key.
import {
  knownChainNames,
  defaultWalletFactoryContracts,
  ensRegistryAddress,
  nativeCoinSymbols,
  defaultDelegateRegistryAddress,
} from './chain-settings.ts'
import type { ChainSettings } from './chain-settings.ts'

/**
 * Reads the chains of a setting.
 * @param text JSON
 * @returns undefined where it is not allowed
 */
export function parseChainSettings(text: string): ChainSettings[] | undefined {
  const reader = new ChainSettingsParser()
  const chains = reader.parse(text)
  return reader.isList && reader.errors.length === 0 ? chains : undefined
}

/** What is wrong with the chains of a setting, each to be read as a sentence; none for what is no list of chains at all. */
export function findChainSettingErrors(text: string): string[] {
  const reader = new ChainSettingsParser()
  reader.parse(text)
  return reader.errors
}

const knownChainMembers = [
  'id',
  'name',
  'rpc',
  'quorum',
  'factories',
  'allowDelegates',
  'staleSeconds',
  'finalStaleSeconds',
  'ensRegistry',
  'nativeSymbol',
  'delegateRegistry',
  'nameGateways',
]

/** What a chain may have beside its id and its nodes, for the message that refuses what is no list of chains at all. */
export const optionalChainSettingMembers = knownChainMembers
  .filter((name) => name !== 'id' && name !== 'rpc')
  .map((name) => JSON.stringify(name))
  .join(', ')

const maxChains = 50
const maxNodesPerChain = 10
const maxGateways = 10
const maxBlockAgeSeconds = 86_400 * 365
/** What is final is a quarter of an hour old on Ethereum, and rarely more than an hour on second layers. */
const defaultFinalizedAgeSeconds = 7200

/** Reads on after a fault, so that all are told at once. */
class ChainSettingsParser {
  readonly errors: string[] = []
  isList = true

  parse(text: string): ChainSettings[] {
    const parsed = text === '' ? [] : tryParseJson(text)
    if (!Array.isArray(parsed) || parsed.length > maxChains) {
      this.isList = false
      return []
    }
    const chains = parsed.map((chain, index) => this.#readChain(chain, `chains[${index}]`))
    this.#compare(chains)
    return chains.filter((chain) => chain !== null)
  }

  #readChain(value: unknown, path: string): ChainSettings | null {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.#wrong(path, 'must be an object with "id" and "rpc"', null)
    const given = value as Readonly<Record<string, unknown>>
    const strange = Object.keys(given).filter((member) => !knownChainMembers.includes(member))
    for (const member of strange)
      this.#wrong(
        /^\w{1,40}$/.test(member) ? `${path}.${member}` : path,
        `is not known; a chain has ${knownChainMembers.join(', ')}`,
        null,
      )
    const { quorum = 1, allowDelegates = false, staleSeconds: stale = 600 } = given
    const id = this.#readId(given.id, `${path}.id`)
    const rpc = this.#readNodes(given.rpc, `${path}.rpc`)
    const staleSeconds = this.#readNumber(stale, 10, maxBlockAgeSeconds, `${path}.staleSeconds`)
    const ensRegistry = this.#readRegistry(
      given.ensRegistry,
      id === '1' ? ensRegistryAddress : null,
      `${path}.ensRegistry`,
    )
    const { finalStaleSeconds = Math.max(defaultFinalizedAgeSeconds, staleSeconds) } = given
    return {
      id,
      name: this.#readName(given.name, id, `${path}.name`),
      rpc,
      quorum: this.#readNumber(
        quorum,
        1,
        rpc.length === 0 ? maxNodesPerChain : rpc.length,
        `${path}.quorum`,
        ', the number of nodes',
      ),
      factories: this.#readFactories(given.factories, `${path}.factories`),
      allowDelegates: this.#readSwitch(allowDelegates, `${path}.allowDelegates`),
      staleSeconds,
      finalStaleSeconds: this.#readNumber(finalStaleSeconds, 60, maxBlockAgeSeconds, `${path}.finalStaleSeconds`),
      ensRegistry,
      nameGateways: this.#readGateways(given.nameGateways, ensRegistry, `${path}.nameGateways`),
      nativeSymbol: this.#readSymbol(given.nativeSymbol ?? nativeCoinSymbols[id] ?? 'coin', `${path}.nativeSymbol`),
      delegateRegistry: this.#readRegistry(
        given.delegateRegistry,
        defaultDelegateRegistryAddress,
        `${path}.delegateRegistry`,
      ),
    }
  }

  /** What only shows beside other chains. */
  #compare(chains: readonly (ChainSettings | null)[]): void {
    for (const [index, chain] of chains.entries()) {
      if (chain === null) continue
      const before = chains.slice(0, index)
      const sameAs = (isSame: (other: ChainSettings) => boolean): number =>
        before.findIndex((other) => other !== null && isSame(other))
      const [id, name, registry] = [
        sameAs((other) => chain.id !== '' && other.id === chain.id),
        sameAs((other) => chain.name !== '' && nameKey(other.name) === nameKey(chain.name)),
        sameAs((other) => Boolean(chain.ensRegistry) && Boolean(other.ensRegistry)),
      ]
      if (id !== -1) this.#wrong(`chains[${index}].id`, `must not be that of chains[${id}] too`, null)
      else if (name !== -1)
        this.#wrong(
          `chains[${index}].name`,
          `must not be that of chains[${name}] too: people could not tell them apart`,
          null,
        )
      if (registry !== -1) {
        this.#wrong(
          `chains[${index}].ensRegistry`,
          `must be null, because chains[${registry}] has a registry: names are read from one chain (set null there to read them here; chain 1 has one by default)`,
          null,
        )
      }
    }
  }

  #readId(value: unknown, path: string): string {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && /^[1-9][0-9]{0,15}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER)
      return text
    return this.#wrong(path, 'must be an EVM chain id: a whole number from 1 on, such as 1 or "8453"', '')
  }

  #readName(value: unknown, id: string, path: string): string {
    if (value === undefined && id === '') return ''
    const name = value === undefined ? (knownChainNames[id] ?? `Chain ${id}`) : value
    if (typeof name !== 'string' || !/^[\p{L}\p{N}][\p{L}\p{N} .'()-]{0,39}$/u.test(name)) {
      return this.#wrong(
        path,
        "must be 1 to 40 letters, digits, spaces and . ' ( ) -, and begin with a letter or a digit",
        '',
      )
    }
    const owner = Object.entries(knownChainNames).find(
      ([other, known]) => other !== id && nameKey(known) === nameKey(name),
    )
    return owner === undefined ? name : this.#wrong(path, `must not be the name of another chain (${owner[0]})`, '')
  }

  #readNodes(value: unknown, path: string): string[] {
    const list: unknown = typeof value === 'string' ? [value] : value
    if (!Array.isArray(list) || list.length === 0 || list.length > maxNodesPerChain) {
      return this.#wrong(
        path,
        `must be the address of a node (JSON-RPC over https, or over http in your own network), or a list of 1 to ${maxNodesPerChain}`,
        [],
      )
    }
    const placeOf = (index: number): string => (typeof value === 'string' ? path : `${path}[${index}]`)
    const nodes = list.map((address: unknown, index) =>
      isNodeAddress(address) ? address : this.#wrong(placeOf(index), 'must be an https or http address', ''),
    )
    const keys = nodes.map((node) => (node === '' ? null : nodeKey(node)))
    for (const [index, key] of keys.entries()) {
      const first = keys.indexOf(key)
      if (key !== null && first < index)
        this.#wrong(placeOf(index), `must not be the same node as ${placeOf(first)}`, null)
    }
    return nodes
  }

  #readFactories(value: unknown, path: string): string[] {
    if (value === undefined) return [...defaultWalletFactoryContracts]
    if (!Array.isArray(value)) return this.#wrong(path, 'must be a list of addresses; [] for none', [])
    const factories = value.map((factory, index) => this.#readAddress(factory, `${path}[${index}]`))
    for (const [index, factory] of factories.entries()) {
      if (factory !== '' && factories.indexOf(factory) < index)
        this.#wrong(`${path}[${index}]`, 'must not be there twice', null)
    }
    return factories
  }

  #readSymbol(value: unknown, path: string): string {
    return typeof value === 'string' && /^[A-Za-z][A-Za-z0-9]{0,11}$/.test(value)
      ? value
      : this.#wrong(path, 'must be 1 to 12 letters and digits, such as "ETH"', '')
  }

  #readRegistry(value: unknown, usual: string | null, path: string): string | null {
    if (value === undefined) return usual
    return value === null ? null : this.#readAddress(value, path, ', or null for none')
  }

  #readGateways(value: unknown, registry: string | null, path: string): string[] {
    if (value === undefined) return []
    const isList = Array.isArray(value) && value.length <= maxGateways
    if (!isList)
      return this.#wrong(
        path,
        `must be a list of up to ${maxGateways} hosts, such as ["gateway.example.com"]; [] for none`,
        [],
      )
    if (value.length > 0 && registry === null)
      this.#wrong(path, 'must be empty, because no names are read from this chain (ensRegistry)', null)
    const hosts = value.map((host: unknown, index) =>
      isGatewayHost(host)
        ? host
        : this.#wrong(
            `${path}[${index}]`,
            'must be the host of a server alone, such as "gateway.example.com", or "gateway.example.com:8443" where its port is another than that of https: in lower case, without https://, path, * or IP address',
            '',
          ),
    )
    for (const [index, host] of hosts.entries()) {
      if (host !== '' && hosts.indexOf(host) < index) this.#wrong(`${path}[${index}]`, 'must not be there twice', null)
    }
    return hosts
  }

  #readAddress(value: unknown, path: string, or = ''): string {
    if (typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) && !/^0x0+$/.test(value))
      return value.toLowerCase()
    return this.#wrong(
      path,
      `must be an address of a contract, "0x" and 40 hexadecimal digits, and not the zero address${or}`,
      '',
    )
  }

  #readNumber(value: unknown, min: number, max: number, path: string, why = ''): number {
    const isAllowed = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
    return isAllowed ? value : this.#wrong(path, `must be a whole number from ${min} to ${max}${why}`, min)
  }

  #readSwitch(value: unknown, path: string): boolean {
    return typeof value === 'boolean' ? value : this.#wrong(path, 'must be true or false', false)
  }

  /** @returns what stands in its place while the rest is read */
  #wrong<Value>(path: string, message: string, instead: Value): Value {
    this.errors.push(`${path} ${message}`)
    return instead
  }
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const nameKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/** Plain http is for a node of one's own, in one's own network; what an operator writes here is theirs to judge. */
const isNodeAddress = (value: unknown): value is string =>
  typeof value === 'string' &&
  URL.canParse(value) &&
  /^https?:$/.test(new URL(value).protocol) &&
  new URL(value).hash === ''

/** A name with a dot, written as the address of a request has it, so that both can be compared as they stand. */
const isGatewayHost = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^(?=.{4,253}(?::|$))(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?(?::[1-9][0-9]{0,4})?$/.test(
    value,
  ) &&
  URL.canParse(`https://${value}`) &&
  new URL(`https://${value}`).host === value

/** One node under several spellings is one, and one quorum with itself would be none: who asks there and how it is written does not count. */
function nodeKey(address: string): string {
  const { hostname, port, pathname, search } = new URL(address)
  return `${hostname.replace(/\.$/, '')}:${port}${pathname.replace(/\/+$/, '')}${search}`
}
