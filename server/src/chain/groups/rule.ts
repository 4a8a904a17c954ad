// The policy of a group (token gating): who belongs to it, as an operator writes it, by conditions on what somebody's wallets are, hold or
// are called, joined by "all" and "any". Read strictly, with every fault by its path, into one spelling.
import { toChecksumAddress } from '@countersign/message'

/** A condition holds for somebody of whose wallets one meets it; what several hold is not added up. */
export type Condition =
  /** One of these wallets, each as `0x…` or `eip155:CHAIN:0x…` (which of them is which: `wallet-list.ts`). */
  | { type: 'wallets'; wallets: string[] }
  /** So much of a token, in its smallest unit. */
  | { type: 'erc20'; chain: string; contract: string; atLeast: string }
  /** So many of a collection, or the one with this number. */
  | { type: 'erc721'; chain: string; contract: string; atLeast: string }
  | { type: 'erc721'; chain: string; contract: string; tokenId: string }
  | { type: 'erc1155'; chain: string; contract: string; tokenId: string; atLeast: string }
  /** The name of the wallet is a subname of this one, at whatever depth. */
  | { type: 'name'; under: string }

export type Rule = Condition | { all: Rule[] } | { any: Rule[] }

/** One thing that is wrong: where, and what is allowed there, to be read after the path. */
export interface RuleFault {
  path: string
  message: string
}

export type ReadRule = { outcome: 'read'; rule: Rule } | { outcome: 'faulty'; faults: RuleFault[] }

/** What a rule may be at most, so that whoever signs in never waits for thousands of questions. */
const maxDepth = 5
const maxParts = 50
const maxWallets = 2000
const maxNumber = 2n ** 256n - 1n

/**
 * Reads a rule.
 * @param value as parsed from JSON; nothing about it is assumed
 */
export function readRule(value: unknown, path = 'rule'): ReadRule {
  const reader = new RuleReader()
  const rule = reader.read(value, path, 1)
  return rule === null || reader.faults.length > 0
    ? { outcome: 'faulty', faults: reader.faults }
    : { outcome: 'read', rule }
}

const members: Readonly<Record<Condition['type'], readonly string[]>> = {
  wallets: ['wallets'],
  erc20: ['chain', 'contract', 'atLeast'],
  erc721: ['chain', 'contract', 'atLeast', 'tokenId'],
  erc1155: ['chain', 'contract', 'tokenId', 'atLeast'],
  name: ['under'],
}
const types = Object.keys(members) as Condition['type'][]

/** Reads on after a fault, so that all are told at once. */
class RuleReader {
  readonly faults: RuleFault[] = []
  #parts = 0

  read(value: unknown, path: string, depth: number): Rule | null {
    this.#parts += 1
    if (this.#parts === maxParts + 1) return this.#wrong(path, `is one part too many; a rule has at most ${maxParts}`)
    if (this.#parts > maxParts) return null
    if (depth > maxDepth) return this.#wrong(path, `is too deep; a rule has at most ${maxDepth} levels`)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.#wrong(path, 'must be an object with "type", or with "all" or "any"')
    const given = value as Record<string, unknown>
    for (const joint of ['all', 'any'] as const)
      if (Object.hasOwn(given, joint)) return this.#readJoint(given, joint, path, depth)
    const type = types.find((known) => known === given.type)
    if (type === undefined)
      return this.#wrong(`${path}.type`, `must be one of ${types.map((known) => `"${known}"`).join(', ')}`)
    const strange = Object.keys(given).find((name) => name !== 'type' && !members[type].includes(name))
    if (strange !== undefined)
      return this.#wrong(
        `${path}.${strange}`,
        `is not known; a condition of type "${type}" has ${members[type].join(', ')}`,
      )
    return this.#readCondition(type, given, path)
  }

  #readJoint(given: Record<string, unknown>, joint: 'all' | 'any', path: string, depth: number): Rule | null {
    const rest = Object.keys(given).filter((name) => name !== joint)
    if (rest.length > 0) return this.#wrong(`${path}.${rest[0]}`, `must not stand beside "${joint}"`)
    const list = given[joint]
    // Nobody meets "any" of nothing, and everybody "all" of nothing: neither is what was meant.
    if (!Array.isArray(list) || list.length === 0)
      return this.#wrong(`${path}.${joint}`, 'must be a list with at least one part')
    const parts = list
      .map((part, index) => this.read(part, `${path}.${joint}[${index}]`, depth + 1))
      .filter((part) => part !== null)
    return joint === 'all' ? { all: parts } : { any: parts }
  }

  #readCondition(type: Condition['type'], given: Record<string, unknown>, path: string): Rule | null {
    if (type === 'wallets') return { type, wallets: this.#readWallets(given.wallets, `${path}.wallets`) }
    if (type === 'name') return { type, under: this.#readName(given.under, `${path}.under`) }
    const chain = this.#readChain(given.chain, `${path}.chain`)
    const contract = this.#readAddress(given.contract, `${path}.contract`)
    const place = { chain, contract }
    if (type === 'erc20') return { type, ...place, atLeast: this.#readNumber(given.atLeast, `${path}.atLeast`, 1n) }
    const atLeast = (): string => this.#readNumber(given.atLeast ?? '1', `${path}.atLeast`, 1n)
    if (type === 'erc1155')
      return { type, ...place, tokenId: this.#readNumber(given.tokenId, `${path}.tokenId`, 0n), atLeast: atLeast() }
    if (given.tokenId === undefined) return { type, ...place, atLeast: atLeast() }
    if (given.atLeast !== undefined)
      return this.#wrong(`${path}.atLeast`, 'must not stand beside "tokenId": there is one token of each number')
    return { type, ...place, tokenId: this.#readNumber(given.tokenId, `${path}.tokenId`, 0n) }
  }

  #readWallets(value: unknown, path: string): string[] {
    if (!Array.isArray(value) || value.length === 0 || value.length > maxWallets) {
      this.#wrong(path, `must be a list of 1 to ${maxWallets} wallets`)
      return []
    }
    const wallets = value.map((wallet, index) => this.#readWallet(wallet, `${path}[${index}]`))
    const seen = new Set<string>()
    for (const [index, wallet] of wallets.entries()) {
      if (wallet !== '' && seen.has(wallet)) this.#wrong(`${path}[${index}]`, 'must not be there twice')
      seen.add(wallet)
    }
    return wallets
  }

  #readWallet(value: unknown, path: string): string {
    const [, chain, address] = typeof value === 'string' ? (/^(?:eip155:([^:]*):)?(.*)$/s.exec(value) ?? []) : []
    if (address === undefined || !/^0x[0-9a-fA-F]{40}$/.test(address))
      return this.#no(path, 'must be "0x…" (a plain key) or "eip155:CHAIN:0x…" (a contract wallet on that chain)')
    const canonical = this.#readAddress(address, path)
    return chain === undefined ? canonical : `eip155:${this.#readChain(chain, path)}:${canonical}`
  }

  #readAddress(value: unknown, path: string): string {
    if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value))
      return this.#no(path, 'must be an address: "0x" and 40 hexadecimal digits')
    const digits = value.slice(2)
    // ERC-55: who writes both cases has written down a checksum, and a wrong one is a slip.
    const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
    if (isMixed && value !== toChecksumAddress(value))
      return this.#no(path, `has a mistake in it: its checksum (ERC-55) does not agree`)
    return value.toLowerCase()
  }

  #readChain(value: unknown, path: string): string {
    const text = typeof value === 'number' ? String(value) : value
    const isId = typeof text === 'string' && /^[1-9][0-9]{0,15}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER
    return isId ? text : this.#no(path, 'must name a chain by its id, such as "1"')
  }

  #readNumber(value: unknown, path: string, least: bigint): string {
    // JSON has no numbers beyond 2^53 that arrive as they were written.
    const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
    const isNumber =
      typeof text === 'string' &&
      /^(0|[1-9][0-9]{0,77})$/.test(text) &&
      BigInt(text) >= least &&
      BigInt(text) <= maxNumber
    return isNumber ? text : this.#no(path, `must be a whole number from ${least} to 2^256 - 1, written as a text`)
  }

  #readName(value: unknown, path: string): string {
    const isName =
      typeof value === 'string' &&
      value.length <= 255 &&
      !/[\s\p{C}]/u.test(value) &&
      value.split('.').every((label) => label !== '')
    return isName ? value : this.#no(path, 'must be a name such as "example.eth"')
  }

  #no(path: string, message: string): string {
    this.#wrong(path, message)
    return ''
  }

  #wrong(path: string, message: string): null {
    this.faults.push({ path, message })
    return null
  }
}

/** The conditions of a rule, without how they are joined. */
export function listConditions(rule: Rule): Condition[] {
  if ('all' in rule) return rule.all.flatMap(listConditions)
  return 'any' in rule ? rule.any.flatMap(listConditions) : [rule]
}
