// Reports all errors by path and never shows values, because a value can contain a key.
import {
  knownChainNames,
  defaultWalletFactoryContracts,
  ensRegistryAddress,
  nativeCoinSymbols,
  defaultDelegateRegistryAddress,
} from './chain-settings.ts'
import type { ChainSettings } from './chain-settings.ts'

export function parseChainSettings(text: string): ChainSettings[] | undefined {
  const reader = new ChainSettingsParser()
  const chains = reader.parse(text)
  return reader.isList && reader.errors.length === 0 ? chains : undefined
}

/** Empty if the text is not a list of chains. */
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

export const optionalChainSettingMembers = knownChainMembers
  .filter((name) => name !== 'id' && name !== 'rpc')
  .map((name) => JSON.stringify(name))
  .join(', ')

const maxChains = 50
const maxNodesPerChain = 10
const maxGateways = 10
const maxBlockAgeSeconds = 86_400 * 365
/** Finalized blocks are 15 minutes old on Ethereum, and rarely over an hour on layer 2 chains. */
const defaultFinalizedAgeSeconds = 7200

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
        `is unknown; the members of a chain are ${knownChainMembers.join(', ')}`,
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
      if (id !== -1) this.#wrong(`chains[${index}].id`, `must differ from chains[${id}].id`, null)
      else if (name !== -1)
        this.#wrong(
          `chains[${index}].name`,
          `must differ from chains[${name}].name: people could not tell the chains apart`,
          null,
        )
      if (registry !== -1) {
        this.#wrong(
          `chains[${index}].ensRegistry`,
          `must be null, because chains[${registry}] has a registry, and names are read from only one chain (to read them here, set it to null there; chain 1 has one by default)`,
          null,
        )
      }
    }
  }

  #readId(value: unknown, path: string): string {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && /^[1-9][0-9]{0,15}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER)
      return text
    return this.#wrong(path, 'must be an EVM chain ID: a positive whole number such as 1 or "8453"', '')
  }

  #readName(value: unknown, id: string, path: string): string {
    if (value === undefined && id === '') return ''
    const name = value === undefined ? (knownChainNames[id] ?? `Chain ${id}`) : value
    if (typeof name !== 'string' || !/^[\p{L}\p{N}][\p{L}\p{N} .'()-]{0,39}$/u.test(name)) {
      return this.#wrong(
        path,
        "must be 1 to 40 letters, digits, spaces and . ' ( ) -, and start with a letter or a digit",
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
        `must be the address of a node (JSON-RPC over https, or over http on your own network), or a list of 1 to ${maxNodesPerChain} addresses`,
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
    if (!Array.isArray(value)) return this.#wrong(path, 'must be a list of addresses, or [] for none', [])
    const factories = value.map((factory, index) => this.#readAddress(factory, `${path}[${index}]`))
    for (const [index, factory] of factories.entries()) {
      if (factory !== '' && factories.indexOf(factory) < index)
        this.#wrong(`${path}[${index}]`, 'must not be listed twice', null)
    }
    return factories
  }

  #readSymbol(value: unknown, path: string): string {
    return typeof value === 'string' && /^[A-Za-z][A-Za-z0-9]{0,11}$/.test(value)
      ? value
      : this.#wrong(path, 'must be 1 to 12 letters and digits, starting with a letter, such as "ETH"', '')
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
        `must be a list of up to ${maxGateways} hosts, such as ["gateway.example.com"], or [] for none`,
        [],
      )
    if (value.length > 0 && registry === null)
      this.#wrong(path, 'must be empty, because no names are read from this chain (ensRegistry)', null)
    const hosts = value.map((host: unknown, index) =>
      isGatewayHost(host)
        ? host
        : this.#wrong(
            `${path}[${index}]`,
            'must be a lowercase host name such as "gateway.example.com", or "gateway.example.com:8443" for a port other than 443: no IP address, no *, and no https:// or path',
            '',
          ),
    )
    for (const [index, host] of hosts.entries()) {
      if (host !== '' && hosts.indexOf(host) < index) this.#wrong(`${path}[${index}]`, 'must not be listed twice', null)
    }
    return hosts
  }

  #readAddress(value: unknown, path: string, or = ''): string {
    if (typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) && !/^0x0+$/.test(value))
      return value.toLowerCase()
    return this.#wrong(
      path,
      `must be a contract address ("0x" followed by 40 hexadecimal digits, but not the zero address)${or}`,
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

const isNodeAddress = (value: unknown): value is string =>
  typeof value === 'string' &&
  URL.canParse(value) &&
  /^https?:$/.test(new URL(value).protocol) &&
  new URL(value).hash === ''

/** The host must be spelled as in a parsed URL, so that the two can be compared directly. */
const isGatewayHost = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^(?=.{4,253}(?::|$))(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?(?::[1-9][0-9]{0,4})?$/.test(
    value,
  ) &&
  URL.canParse(`https://${value}`) &&
  new URL(`https://${value}`).host === value

/** Ignores credentials and spelling, so that one node cannot be listed twice to form a quorum. */
function nodeKey(address: string): string {
  const { hostname, port, pathname, search } = new URL(address)
  return `${hostname.replace(/\.$/, '')}:${port}${pathname.replace(/\/+$/, '')}${search}`
}
