// Parses the text of a setting; each parser returns undefined if the text is invalid.
import { findWalletAppInCatalog } from '@countersign/api/wallet-app-catalog'
import { chainNamespaces } from '@countersign/message/message-layout'
import type { ChainNamespace } from '@countersign/message/message-layout'
import { isIP } from 'node:net'

export const parseWholeNumber = (min: number, max: number) => (text: string) => {
  if (!/^(0|[1-9][0-9]{0,14})$/.test(text)) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}

const isLocalHost = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

export const isLocalOrigin = (origin: string): boolean => isLocalHost(new URL(origin).hostname)

export function parseOriginSetting(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.origin !== text) return undefined
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLocalHost(url.hostname))) return text
  return undefined
}

/** Turns `https://Sign-In.example:443/` into `https://sign-in.example`; undefined if invalid. */
export function normalizeOrigin(text: string): string | undefined {
  const address = text.includes('://') ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const { origin, username, password } = new URL(address)
  return username === '' && password === '' ? parseOriginSetting(origin) : undefined
}

/** Browsers do not create passkeys for an IP address (WebAuthn §5.1.3). */
export const isIpAddressOrigin = (origin: string): boolean =>
  isIP(new URL(origin).hostname.replace(/^\[|\]$/g, '')) !== 0

export const ipAddressOriginWarning =
  'the host in the origin is an IP address, for which browsers do not create passkeys; passkeys are disabled until COUNTERSIGN_ORIGIN uses a host name'

export function parseDatabaseUrl(text: string): string | undefined {
  if (/^sqlite:./.test(text)) return text
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined
}

export const parseReplicaDatabaseUrl = (text: string): string | undefined =>
  text === '' ? text : text.startsWith('sqlite:') ? undefined : parseDatabaseUrl(text)

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export function parseIpNetworks(text: string): readonly string[] | undefined {
  const networks = splitList(text)
  const allowed = networks.every((network) => {
    const [address = '', bits, rest] = network.split('/')
    const version = isIP(address)
    if (version === 0 || rest !== undefined) return false
    return bits === undefined || parseWholeNumber(1, version === 4 ? 32 : 128)(bits) !== undefined
  })
  return allowed ? networks : undefined
}

export function parseHostNamePatterns(text: string): readonly string[] | undefined {
  const hosts = splitList(text)
  const isHost = (host: string): boolean => {
    const name = host.startsWith('*.') ? host.slice(2) : host
    return (
      /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name) &&
      isIP(name) === 0 &&
      URL.canParse(`https://${name}/`) &&
      new URL(`https://${name}/`).hostname === name
    )
  }
  return hosts.every((host) => host === '*' || isHost(host)) ? hosts : undefined
}

export function parseChainNamespaces(text: string): readonly [ChainNamespace, ...ChainNamespace[]] | undefined {
  const [first, ...more] = splitList(text).map((name) => chainNamespaces.find((known) => known === name))
  const all = [first, ...more]
  if (first === undefined || new Set(all).size !== all.length) return undefined
  return all.every((name) => name !== undefined) ? [first, ...(more as ChainNamespace[])] : undefined
}

export function parseWalletAppIds(text: string): readonly string[] | undefined {
  const ids = splitList(text)
  return ids.every((id) => findWalletAppInCatalog(id)) && new Set(ids).size === ids.length ? ids : undefined
}

export const parseOneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word | undefined =>
    words.find((word) => word === text)

export function parseChainIds(text: string): readonly string[] | undefined {
  const chainIds = splitList(text)
  const allowed = chainIds.every((chainId) => parseWholeNumber(1, Number.MAX_SAFE_INTEGER)(chainId) !== undefined)
  return allowed && chainIds.length > 0 && new Set(chainIds).size === chainIds.length ? chainIds : undefined
}
