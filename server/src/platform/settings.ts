// The configuration, everything that an operator can set, once: name, default, what is allowed, what it is for. Values come from the
// environment or from one JSON file; all are checked at start, and every fault is told at once by the setting's name.
import { fillTemplate } from '@countersign/api/application-definition-errors'
import type { TemplateValues } from '@countersign/api/application-definition-errors'
import { limits } from '@countersign/api/limits'
import type { Limit, LimitName, Limits } from '@countersign/api/limits'
import { isEmailAddress, isEmailDomain } from '@countersign/api/email-address'
import { findKnownWallet, knownWallets } from '@countersign/api/known-wallets'
import { allowedValueTexts } from '@countersign/api/setting-names'
import type { AllowedValue, AllowedValueCode, NonLimitSettingName, SettingName } from '@countersign/api/setting-names'
import { bitcoinChains } from '@countersign/message/bip122/bitcoin-chains'
import { namespaceNames } from '@countersign/message/message-layout'
import type { NamespaceName } from '@countersign/message/message-layout'
import { solanaClusters } from '@countersign/message/solana/solana-clusters'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import { formatRedactedChains } from './chain-settings.ts'
import type { ChainSettings } from './chain-settings.ts'
import { findChainSettingErrors, optionalChainMembers, parseChainSettings } from './parse-chain-settings.ts'
import { parseWitnessSettings } from './parse-witness-settings.ts'

const smtpTlsKinds = ['starttls', 'implicit', 'none'] as const
const switchWords = ['on', 'off'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Where the value of a setting came from. */
export type SettingSource = 'default' | 'environment' | 'file'

/** One line of `countersign settings`. */
export interface SettingReport {
  name: SettingName
  variable: string
  value: string
  /** The configured value, where it is below the minimum and `value` is used instead. */
  raisedFrom?: string
  source: SettingSource
  allowed: string
  /** The same by its code, for who says it in another language. */
  allowedBy: AllowedValue
  about: string
}

/** A refused configuration: one line for each fault, each naming its setting and what is allowed. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly errors: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.errors = faults
  }
}

/** One setting: what it is for, and by which reader its text becomes its value. */
interface SettingDefinition {
  /** The default as text, as the environment would give it; it may depend on what was read before it. */
  default: (read: ReadonlyMap<string, unknown>) => string
  allowed: AllowedValue
  about: string
  /** The checked value, or undefined where the text is not allowed. */
  parse: (text: string) => unknown
  /** What is wrong with a text that is not allowed, each to be read as a sentence; for a value of many parts. */
  findErrors?: (text: string) => string[]
  /** The same value in its right spelling, for a text that is not allowed because of its spelling alone. */
  normalize?: (text: string) => string | undefined
  /** The value that is used instead of one that only earlier releases allowed. */
  raiseToMinimum?: (text: string) => string | undefined
  /** The value as it may be shown; where it is left out, without the passwords of addresses. */
  redact?: (text: string) => string
}

const describeAllowed = (code: AllowedValueCode, values: TemplateValues = {}): AllowedValue => ({ code, values })

const describeOneOf = (words: readonly string[]): AllowedValue =>
  describeAllowed('one_of', { values: words.join(', ') })

const parseWholeNumber = (min: number, max: number) => (text: string) => {
  if (!/^(0|[1-9][0-9]{0,14})$/.test(text)) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}

const isLocalHost = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** Whether an origin is this machine itself: the one place where plain http and the demonstration wallet are allowed. */
export const isLocalOrigin = (origin: string): boolean => isLocalHost(new URL(origin).hostname)

function parseOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.origin !== text) return undefined
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLocalHost(url.hostname))) return text
  return undefined
}

/** `https://Sign-In.example:443/` → `https://sign-in.example`; undefined where no other spelling makes it usable. */
function normalizeOrigin(text: string): string | undefined {
  const address = text.includes('://') ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const { origin, username, password } = new URL(address)
  return username === '' && password === '' ? parseOrigin(origin) : undefined
}

/** Whether the host of an origin is an IP address, for which browsers make no passkeys (WebAuthn §5.1.3). */
export const isIpAddressOrigin = (origin: string): boolean =>
  isIP(new URL(origin).hostname.replace(/^\[|\]$/g, '')) !== 0

export const ipAddressOriginWarning =
  'the origin is an IP address, for which browsers make no passkeys; none are offered, set COUNTERSIGN_ORIGIN to a host name to have them'

function parseDatabaseUrl(text: string): string | undefined {
  if (/^sqlite:./.test(text)) return text
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined
}

/** Nothing, or a PostgreSQL. */
const parseReplicaUrl = (text: string): string | undefined =>
  text === '' ? text : text.startsWith('sqlite:') ? undefined : parseDatabaseUrl(text)

/** Beside the file of the database, which is copied and restored without it; or else beside the server's key. */
const defaultSpentChallengesFile = (database: string, keyFile: string): string =>
  `${database.startsWith('sqlite:') ? database.slice('sqlite:'.length) : keyFile}-spent`

/** Beside the SQLite file, or where that would be by default. */
const defaultKeyFile = (database: string): string =>
  `${database.startsWith('sqlite:') ? dirname(database.slice('sqlite:'.length)) : './data'}/countersign.key`

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function parseNetworks(text: string): readonly string[] | undefined {
  const networks = splitList(text)
  const allowed = networks.every((network) => {
    const [address = '', bits, rest] = network.split('/')
    const version = isIP(address)
    if (version === 0 || rest !== undefined) return false
    return bits === undefined || parseWholeNumber(1, version === 4 ? 32 : 128)(bits) !== undefined
  })
  return allowed ? networks : undefined
}

/** Host names as the URL parser prints them, each perhaps with everything under it; or any. */
function parseHosts(text: string): readonly string[] | undefined {
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

function parseNamespaces(text: string): readonly [NamespaceName, ...NamespaceName[]] | undefined {
  const [first, ...more] = splitList(text).map((name) => namespaceNames.find((known) => known === name))
  const all = [first, ...more]
  if (first === undefined || new Set(all).size !== all.length) return undefined
  return all.every((name) => name !== undefined) ? [first, ...(more as NamespaceName[])] : undefined
}

/** Wallets by their ids, in the order in which they are to be shown. */
function parseWalletIds(text: string): readonly string[] | undefined {
  const ids = splitList(text)
  return ids.every((id) => findKnownWallet(id)) && new Set(ids).size === ids.length ? ids : undefined
}

/** Reads one of some words. */
const parseOneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word | undefined =>
    words.find((word) => word === text)

function parseChainIds(text: string): readonly string[] | undefined {
  const chainIds = splitList(text)
  const allowed = chainIds.every((chainId) => parseWholeNumber(1, Number.MAX_SAFE_INTEGER)(chainId) !== undefined)
  return allowed && chainIds.length > 0 && new Set(chainIds).size === chainIds.length ? chainIds : undefined
}

const getChainSettings = (read: ReadonlyMap<string, unknown>): readonly ChainSettings[] =>
  (read.get('chains') ?? []) as ChainSettings[]

/** The settings beside the limits, in the order in which they are read. */
const baseDefinitions = {
  port: {
    default: () => '3000',
    allowed: describeAllowed('port'),
    about: 'The port to listen on.',
    parse: parseWholeNumber(1, 65_535),
  },
  origin: {
    default: (read) => new URL(`http://localhost:${String(read.get('port') ?? 3000)}`).origin,
    allowed: describeAllowed('origin'),
    about: 'Where people reach this server. Every address and every message is made from it, never from a request.',
    parse: parseOrigin,
    normalize: normalizeOrigin,
  },
  host: {
    default: () => '127.0.0.1',
    allowed: describeAllowed('host'),
    about: 'The address to listen on.',
    parse: (text) => (isIP(text) ? text : undefined),
  },
  database: {
    default: () => 'sqlite:./data/countersign.db',
    allowed: describeAllowed('database'),
    about: 'Where everything is kept.',
    parse: parseDatabaseUrl,
  },
  databaseReplica: {
    default: () => '',
    allowed: describeAllowed('replica'),
    about:
      'A read replica of that PostgreSQL (a streaming standby), for lists, charts and exports of the administration. It is read only where it has everything that was written before; nothing that decides on access is ever read there.',
    parse: parseReplicaUrl,
  },
  keyFile: {
    default: (read) => defaultKeyFile(String(read.get('database'))),
    allowed: describeAllowed('path'),
    about:
      "The server's own key, made at the first start. Keep it apart from copies of the database; instances that share a database share it.",
    parse: (text) => (text === '' ? undefined : text),
  },
  spentFile: {
    default: (read) => defaultSpentChallengesFile(String(read.get('database')), String(read.get('keyFile'))),
    allowed: describeAllowed('path'),
    about:
      'Remembers the last challenges that were spent, so that a database which went back in time is noticed. Set it where the key file lies in a folder that cannot be written to.',
    parse: (text) => (text === '' ? undefined : text),
  },
  trustedProxies: {
    default: () => '',
    allowed: describeAllowed('networks'),
    about: 'Reverse proxies whose X-Forwarded-For header is believed.',
    parse: parseNetworks,
  },
  outboundNetworks: {
    // In development the applications run on this machine as well.
    default: (read) =>
      isLocalOrigin(String(read.get('origin') ?? 'https://unread.invalid')) ? '127.0.0.0/8,::1/128' : '',
    allowed: describeAllowed('networks'),
    about:
      'Private networks in which applications may be told of logouts and asked for keys and logos, also over plain http.',
    parse: parseNetworks,
  },
  clientDocumentHosts: {
    default: () => '',
    allowed: describeAllowed('hosts'),
    about:
      'Hosts whose applications nobody has to register: their client id is the address of a document there that says what they are (client-id metadata documents, as MCP clients have).',
    parse: parseHosts,
  },
  metricsNetworks: {
    default: () => '127.0.0.0/8,::1/128',
    allowed: describeAllowed('networks'),
    about: 'Who may read the figures at /metrics. For everybody else there is no such page.',
    parse: parseNetworks,
  },
  chains: {
    default: () => '',
    allowed: describeAllowed('chains', { members: optionalChainMembers }),
    about:
      'Chains that this server reads, so that contract wallets can sign in, wallets have their names, and groups follow what people hold.',
    parse: parseChainSettings,
    findErrors: findChainSettingErrors,
    redact: (text) => formatRedactedChains(parseChainSettings(text) ?? []),
  },
  namespaces: {
    default: () => namespaceNames.join(','),
    allowed: describeAllowed('some_of', { values: namespaceNames.join(', ') }),
    about:
      'Chain families (CAIP-2 namespaces) whose wallets sign in: Ethereum with all EVM chains, Solana, Bitcoin. A family that is taken out lets its wallets in no more; who has no other way in then needs one first.',
    parse: parseNamespaces,
  },
  solanaCluster: {
    default: () => 'mainnet',
    allowed: describeOneOf(solanaClusters),
    about: 'The Solana cluster that messages name. A key is the same identity on all.',
    parse: parseOneOf(solanaClusters),
  },
  bitcoinChain: {
    default: () => 'mainnet',
    allowed: describeOneOf(bitcoinChains),
    about: 'The Bitcoin chain whose addresses sign in; those of others are refused.',
    parse: parseOneOf(bitcoinChains),
  },
  chainIds: {
    default: (read) =>
      [
        ...new Set([
          '1',
          '10',
          '56',
          '100',
          '137',
          '8453',
          '42161',
          '59144',
          ...getChainSettings(read).map(({ id }) => id),
        ]),
      ].join(','),
    allowed: describeAllowed('chain_ids'),
    about:
      'Chains that a message may name. A plain key is the same identity on all; the first is offered to wallets on another.',
    parse: parseChainIds,
  },
  walletsOffered: {
    default: () => knownWallets.map(({ id }) => id).join(','),
    allowed: describeAllowed('any_of', { values: knownWallets.map(({ id }) => id).join(', ') }),
    about:
      'Wallets that are offered by name, in this order, to who has none in their browser: links into their apps, and where their makers have them. Each is at an address of its maker, which nobody is told of before they follow it.',
    parse: parseWalletIds,
  },
  passkeyFirst: {
    default: () => 'off',
    allowed: describeOneOf(switchWords),
    about:
      'Whether who has no wallet may begin with a passkey. They are then a person without a wallet, and applications are told none. Whoever wants many identities has them for nothing, as with wallets.',
    parse: parseOneOf(switchWords),
  },
  smtpHost: {
    default: () => '',
    allowed: describeAllowed('mail_host'),
    about:
      'The mail server by which people are sent the code that verifies an e-mail address. Without one no mail is sent, ever.',
    parse: (text) =>
      text === '' || isIP(text) > 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text) ? text : undefined,
  },
  smtpTls: {
    default: () => 'starttls',
    allowed: describeOneOf(smtpTlsKinds),
    about:
      'How mail is protected on its way to that server: begun in clear and then required (starttls), from the first byte (implicit), or not at all (none).',
    parse: (text) => smtpTlsKinds.find((kind) => kind === text),
  },
  smtpPort: {
    default: (read) => (read.get('smtpTls') === 'implicit' ? '465' : '587'),
    allowed: describeAllowed('port'),
    about: 'The port of the mail server.',
    parse: parseWholeNumber(1, 65_535),
  },
  smtpUser: {
    default: () => '',
    allowed: describeAllowed('visible', { max: '200' }),
    about: 'The name by which this server proves itself to the mail server.',
    parse: (text) => (/^[\x21-\x7e]{0,200}$/.test(text) ? text : undefined),
  },
  smtpPassword: {
    default: () => '',
    allowed: describeAllowed('characters', { max: '500' }),
    about: 'The password that goes with it. It is shown nowhere.',
    parse: (text) => (text.length <= 500 ? text : undefined),
    redact: (text) => (text === '' ? '' : '***'),
  },
  smtpFrom: {
    default: () => '',
    allowed: describeAllowed('mail_address'),
    about: 'The address that mail comes from.',
    parse: (text) => (text === '' || isEmailAddress(text) ? text : undefined),
  },
  aliasDomain: {
    default: () => '',
    allowed: describeAllowed('domain'),
    about:
      'A domain of your own for made-up e-mail addresses, one for each person and application that insists on one. This server neither sends nor receives mail there; see to it that nobody else does.',
    parse: (text) => (text === '' || isEmailDomain(text) ? text.toLowerCase() : undefined),
  },
  witnesses: {
    default: () => '',
    allowed: describeAllowed('witnesses'),
    about:
      'Witnesses of the activity log (C2SP tlog-witness), who are sent each checkpoint and cosign it where the log has only grown. They learn its size and its root, and nothing else.',
    parse: parseWitnessSettings,
  },
  logLevel: {
    default: () => 'info',
    allowed: describeOneOf(logLevels),
    about: 'How much is written to the log.',
    parse: (text) => logLevels.find((level) => level === text),
  },
} satisfies Readonly<Record<NonLimitSettingName, SettingDefinition>>

/** A value that only earlier releases accepted counts as today's minimum. */
const raise =
  ({ min, max, formerMin }: Limit) =>
  (text: string): string | undefined =>
    formerMin !== undefined && parseWholeNumber(formerMin, max)(text) !== undefined && Number(text) < min
      ? String(min)
      : undefined

const limitDefinitions = Object.entries(limits).map(([name, limit]: [string, Limit]): [string, SettingDefinition] => [
  name,
  {
    raiseToMinimum: raise(limit),
    default: (read) => String(Math.min(limit.default, findDefaultCap(name, read))),
    allowed: describeAllowed('number', { min: String(limit.min), max: String(limit.max) }),
    about: limit.about,
    parse: parseWholeNumber(limit.min, limit.max),
  },
])

const definitions: ReadonlyMap<string, SettingDefinition> = new Map([
  ...Object.entries(baseDefinitions),
  ...limitDefinitions,
])

type Own = typeof baseDefinitions

/** The settings of a running server, checked. Each is of the type that its definition reads: none stands here without one. */
export type Settings = { [Name in keyof Own]: Exclude<ReturnType<Own[Name]['parse']>, undefined> } & { limits: Limits }

/** Who shortens a session's life has shortened its idle time as well; so it is with a signing key and its lead. */
const defaultCappedBy: Readonly<Record<string, LimitName>> = {
  sessionIdleSeconds: 'sessionLifeSeconds',
  signingKeyLeadSeconds: 'signingKeyLifeSeconds',
}

const findDefaultCap = (name: string, read: ReadonlyMap<string, unknown>): number =>
  Number(read.get(defaultCappedBy[name] ?? '') ?? Number.POSITIVE_INFINITY)

/** `sessionIdleSeconds` → `COUNTERSIGN_SESSION_IDLE_SECONDS`. */
const toVariableName = (name: string): string =>
  `COUNTERSIGN_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** The variable that names the settings file; not a setting itself, because it cannot stand in the file. */
export const settingsFileVariable = 'COUNTERSIGN_SETTINGS_FILE'

/** The variable with the administration token that `countersign --server` sends; no setting of the server, but often in the same environment. */
export const apiTokenVariable = 'COUNTERSIGN_TOKEN'

const otherVariables: readonly string[] = [settingsFileVariable, apiTokenVariable]

/**
 * Reads and checks every setting.
 * @param environment as of the process; variables that begin with `COUNTERSIGN_` and are not known are refused
 * @param file the parsed JSON of the settings file, or undefined where there is none
 * @returns the settings, and a report of each with its source
 * @throws SettingsError with every fault found
 */
export function parseSettings(
  environment: Readonly<Record<string, string | undefined>>,
  file: unknown,
): { settings: Settings; report: SettingReport[] } {
  const faults: string[] = []
  const fileValues = readFileValues(file, faults)
  findUnknownSettings(environment, fileValues, faults)

  const values = new Map<string, unknown>()
  const report: SettingReport[] = []
  for (const [name, definition] of definitions) {
    const { allowed: allowedBy, about, redact = redactPassword } = definition
    const allowed = fillTemplate(allowedValueTexts[allowedBy.code], allowedBy.values)
    const variable = toVariableName(name)
    const [given, source] = chooseValue(environment[variable], fileValues.get(name), definition.default(values))
    const raised = definition.raiseToMinimum?.(given)
    const text = raised ?? given
    const value = definition.parse(text)
    if (value === undefined) {
      const setting = source === 'file' ? name : variable
      const inside = definition.findErrors?.(text) ?? []
      if (inside.length > 0) faults.push(...inside.map((fault) => `${setting}: ${fault}.`))
      else {
        const shown = definition.redact === undefined ? JSON.stringify(redactPassword(text)) : 'not allowed'
        const spelled = definition.normalize?.(text)
        faults.push(
          spelled === undefined
            ? `${setting} is ${shown}; allowed is ${allowed}.`
            : `${setting} is ${shown}; write ${spelled} (allowed is ${allowed}).`,
        )
      }
      continue
    }
    values.set(name, value)
    report.push({
      name: name as SettingName,
      variable,
      value: redact(text),
      ...(raised !== undefined && { raisedFrom: given }),
      source,
      allowed,
      allowedBy,
      about,
    })
  }
  if (faults.length > 0) throw new SettingsError(faults)
  validateCombinations(values, faults)
  const originSource = report.find(({ name }) => name === 'origin')?.source
  if (originSource === 'default') validateDefaultOrigin(values, faults)
  if (faults.length > 0) throw new SettingsError(faults)

  const limitNames = Object.keys(limits) as LimitName[]
  const settings = {
    ...Object.fromEntries([...values].filter(([name]) => !(name in limits))),
    limits: Object.fromEntries(limitNames.map((name) => [name, values.get(name)])),
  } as unknown as Settings
  return { settings, report }
}

function chooseValue(
  fromEnvironment: string | undefined,
  fromFile: string | undefined,
  byDefault: string,
): [string, SettingSource] {
  if (fromEnvironment !== undefined) return [fromEnvironment, 'environment']
  if (fromFile !== undefined) return [fromFile, 'file']
  return [byDefault, 'default']
}

/** The file's values as text, so that one check serves both sources. Lists may be written as JSON arrays. */
function readFileValues(file: unknown, faults: string[]): Map<string, string> {
  if (file === undefined) return new Map()
  if (typeof file !== 'object' || file === null || Array.isArray(file)) {
    faults.push('The settings file must hold one JSON object.')
    return new Map()
  }
  return new Map(Object.entries(file).map(([name, value]) => [name, toSettingText(value)]))
}

/** A list of plain values as the environment would give it; anything deeper stays JSON. */
function toSettingText(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function findUnknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
  file: ReadonlyMap<string, string>,
  faults: string[],
): void {
  const variables = new Set([...definitions.keys()].map(toVariableName))
  for (const variable of Object.keys(environment)) {
    if (!variable.startsWith('COUNTERSIGN_') || otherVariables.includes(variable) || variables.has(variable)) continue
    faults.push(`${variable} is not a setting; "countersign settings" lists them.`)
  }
  for (const name of file.keys()) {
    if (!definitions.has(name))
      faults.push(`${name} (in the file) is not a setting; "countersign settings" lists them.`)
  }
}

/** Rules between settings. */
function validateCombinations(values: ReadonlyMap<string, unknown>, faults: string[]): void {
  for (const [name, cap] of Object.entries(defaultCappedBy)) {
    const [value, most] = [values.get(name) as number, values.get(cap) as number]
    if (value > most)
      faults.push(`${toVariableName(name)} (${value}) must not be larger than ${toVariableName(cap)} (${most}).`)
  }
  validateReplica(values, faults)
  validateMail(values, faults)
  const allowedIds = values.get('chainIds') as string[]
  for (const { id } of getChainSettings(values)) {
    if (!allowedIds.includes(id))
      faults.push(
        `${toVariableName('chains')} names chain ${id}, which ${toVariableName('chainIds')} does not let a message name.`,
      )
  }
  const [body, message, signature] = ['bodyBytes', 'messageBytes', 'signatureBytes'].map(
    (name) => values.get(name) as number,
  ) as [number, number, number]
  if (body < message + signature) {
    faults.push(
      `${toVariableName('bodyBytes')} (${body}) must have room for ${toVariableName('messageBytes')} (${message}) and ${toVariableName('signatureBytes')} (${signature}).`,
    )
  }
}

/** An SQLite file has no replica, and a database is none of itself. */
function validateReplica(values: ReadonlyMap<string, unknown>, faults: string[]): void {
  const [database, replica] = [String(values.get('database')), String(values.get('databaseReplica'))]
  if (replica === '') return
  if (database.startsWith('sqlite:'))
    faults.push(
      `${toVariableName('databaseReplica')} needs a PostgreSQL in ${toVariableName('database')}, such as postgres://countersign@db.example/countersign: an SQLite file has no replica.`,
    )
  else if (replica === database)
    faults.push(
      `${toVariableName('databaseReplica')} is the same address as ${toVariableName('database')}; name another server that follows it, or leave it out.`,
    )
}

/** A mail server needs to know from whom; and no password goes in clear to another machine. */
function validateMail(values: ReadonlyMap<string, unknown>, faults: string[]): void {
  const textOfSetting = (name: string): string => String(values.get(name))
  const host = textOfSetting('smtpHost')
  if (host !== '' && textOfSetting('smtpFrom') === '')
    faults.push(
      `${toVariableName('smtpFrom')} must be set where ${toVariableName('smtpHost')} is: mail has to come from an address.`,
    )
  const isClear = textOfSetting('smtpTls') === 'none' && !/^(localhost|127\..*|::1)$/.test(host)
  if (textOfSetting('smtpUser') !== '' && isClear)
    faults.push(
      `${toVariableName('smtpTls')} must not be none where ${toVariableName('smtpUser')} is set: the password would go to ${host} in clear.`,
    )
}

/** Whoever lets other machines in has to say where these reach the server: at `localhost` none of them does. */
function validateDefaultOrigin(values: ReadonlyMap<string, unknown>, faults: string[]): void {
  const [host, origin] = [String(values.get('host')), String(values.get('origin'))]
  if (/^127\.|^::1$/.test(host)) return
  faults.push(
    `${toVariableName('origin')} is not set, although ${toVariableName('host')} (${host}) lets other machines in; ` +
      `set it to the address that people open, such as https://sign-in.example, or to ${origin} to try it on this machine.`,
  )
}

/** A value as it may be shown: a password in it is nobody's business, however it was written (THREATS N10). */
function redactPassword(text: string): string {
  if (!text.includes('://') || /^https?:/.test(text)) return text
  if (!URL.canParse(text)) return '(an address that cannot be read)'
  const url = new URL(text)
  if (url.password !== '') url.password = '***'
  for (const name of url.searchParams.keys()) if (/password|secret|key/i.test(name)) url.searchParams.set(name, '***')
  return url.href
}
