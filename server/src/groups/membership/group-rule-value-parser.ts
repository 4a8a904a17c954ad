import type { GroupRuleErrorCode } from '@countersign/api/group-rule-errors'
import { toChecksumAddress } from '@countersign/message'
import { parseAddressOrAccountId } from '../../chains/families/chain-family-registry.ts'
import type { BalanceSumSource, GroupRuleTokenMetadata } from '../../store/groups/group-rule-types.ts'
import { findChainIdByIdOrName } from './find-chain-by-id-or-name.ts'
import { createGroupRuleErrorDetail, createGroupRuleError } from './create-group-rule-error.ts'
import type { GroupRuleError } from './create-group-rule-error.ts'
import { groupRuleLimits } from './group-rule-parse-context.ts'
import type { GroupRuleParseContext } from './group-rule-parse-context.ts'
import { isDecimalAmount, parseTokenAmount } from './token-amount.ts'

export type UnvalidatedJsonObject = Record<string, unknown>
type ErrorValues = Parameters<typeof createGroupRuleErrorDetail>[1]

export const maxUint256 = 2n ** 256n - 1n

export const isEnsNameLike = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= 255 &&
  !/[\s\p{C}]/u.test(value) &&
  value.split('.').every((label) => label !== '')

export class GroupRuleValueParser {
  readonly errors: GroupRuleError[] = []
  readonly #chains: GroupRuleParseContext['chains']

  constructor(chains: GroupRuleParseContext['chains']) {
    this.#chains = chains
  }

  rejectUnknownMembers(given: UnvalidatedJsonObject, known: readonly string[], path: string, what: string): void {
    const strange = Object.keys(given).find((name) => !known.includes(name))
    if (strange !== undefined)
      this.addError(`${path}.${strange}`, 'strange', {
        what,
        names: known.filter((name) => name !== 'type').join(', '),
      })
  }

  readTotal(value: unknown, path: string, of: readonly BalanceSumSource[]): string {
    const text = typeof value === 'number' ? String(value) : value
    const [, whole, fraction = '', unit] =
      (typeof text === 'string' && /^(0|[1-9][0-9]{0,77})(?:\.([0-9]{1,77}))?(?:\s+(.+))?$/.exec(text.trim())) || []
    const digits = fraction.replace(/0+$/, '')
    if (whole === undefined || (whole === '0' && digits === '')) return this.rejectText(path, 'total')
    const symbols = new Set(of.map(({ token }) => token?.symbol?.toLowerCase()))
    if (unit !== undefined && of.length > 0 && !(symbols.size === 1 && symbols.has(unit.trim().toLowerCase())))
      return this.rejectText(path, 'total_unit')
    const max = Math.max(0, ...of.map(({ token }) => token?.decimals ?? 77))
    if (of.length > 0 && digits.length > max)
      return this.rejectText(path, 'total_decimals', { given: digits.length, max })
    return digits === '' ? whole : `${whole}.${digits}`
  }

  readDelegated(value: unknown, path: string): { delegated?: true } {
    if (value === true) return { delegated: true }
    if (value !== undefined && value !== false) this.addError(path, 'truth')
    return {}
  }

  readWallets(value: unknown, path: string): string[] {
    if (!Array.isArray(value) || value.length === 0 || value.length > groupRuleLimits.wallets) {
      this.addError(path, 'wallets', { max: groupRuleLimits.wallets })
      return []
    }
    const wallets = value.map((wallet, index) => this.readWallet(wallet, `${path}[${index}]`))
    const seen = new Set<string>()
    for (const [index, wallet] of wallets.entries()) {
      if (wallet !== '' && seen.has(wallet)) this.addError(`${path}[${index}]`, 'wallet_twice')
      seen.add(wallet)
    }
    return wallets
  }

  readWallet(value: unknown, path: string): string {
    const [, chain, address] = typeof value === 'string' ? (/^(?:eip155:([^:]*):)?(.*)$/s.exec(value) ?? []) : []
    // A CAIP-10 account of a different namespace refers to its key on any chain.
    const other = typeof value === 'string' ? parseAddressOrAccountId(value) : null
    if (other !== null && other.namespace !== 'eip155') return other.address
    if (address === undefined || !/^0x[0-9a-fA-F]{40}$/.test(address)) return this.rejectText(path, 'wallet')
    const canonical = this.readAddress(address, path)
    return chain === undefined ? canonical : `eip155:${this.readChain(chain, path)}:${canonical}`
  }

  readAddress(value: unknown, path: string): string {
    if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) return this.rejectText(path, 'address')
    const digits = value.slice(2)
    // Mixed case is a checksum (ERC-55), and a wrong checksum means a typo.
    const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
    if (isMixed && value !== toChecksumAddress(value)) return this.rejectText(path, 'checksum')
    return value.toLowerCase()
  }

  readChain(value: unknown, path: string): string {
    const id = findChainIdByIdOrName(value, this.#chains)
    return id ?? this.rejectText(path, 'chain')
  }

  /** `unit` is undefined if the token is unknown, "open" if its metadata must still be read. */
  readAmount(value: unknown, path: string, unit: GroupRuleTokenMetadata | undefined | 'open'): string {
    if (typeof value !== 'string' || !isDecimalAmount(value)) return this.readNumber(value, path, 1n)
    if (unit === 'open') return ''
    const parsed = parseTokenAmount(value, unit ?? { symbol: null, decimals: null })
    if ('fault' in parsed) return this.rejectText(path, parsed.fault.code, parsed.fault.values)
    return parsed.exact === 0n ? this.rejectText(path, 'amount_zero') : String(parsed.exact)
  }

  readNumber(value: unknown, path: string, least: bigint): string {
    // JSON numbers above 2^53 lose precision.
    const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
    const isNumber =
      typeof text === 'string' &&
      /^(0|[1-9][0-9]{0,77})$/.test(text) &&
      BigInt(text) >= least &&
      BigInt(text) <= maxUint256
    return isNumber ? text : this.rejectText(path, 'number', { least })
  }

  readName(value: unknown, path: string): string {
    return isEnsNameLike(value) ? value : this.rejectText(path, 'name')
  }

  rejectText(path: string, code: GroupRuleErrorCode, values?: ErrorValues): string {
    this.addError(path, code, values)
    return ''
  }

  addError(path: string, code: GroupRuleErrorCode, values?: ErrorValues): null {
    this.errors.push(createGroupRuleError(path, createGroupRuleErrorDetail(code, values)))
    return null
  }
}
