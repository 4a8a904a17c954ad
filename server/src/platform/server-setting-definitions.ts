// Every setting that an operator can set, once: its name, default, what is allowed, and what it is for.
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import type { ServerLimitDefinition, ServerLimitName, ServerLimitValues } from '@countersign/api/server-limits'
import { isEmailAddress, isEmailDomain } from '@countersign/api/email-address-format'
import { walletAppCatalog } from '@countersign/api/wallet-app-catalog'
import type { NonLimitServerSettingName } from '@countersign/api/server-setting-names'
import { bitcoinChains } from '@countersign/message/bip122/bitcoin-chains'
import { chainNamespaces } from '@countersign/message/message-layout'
import { solanaClusters } from '@countersign/message/solana/solana-clusters'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import { formatRedactedChainSettings } from './chain-settings.ts'
import type { ChainSettings } from './chain-settings.ts'
import { findChainSettingErrors, optionalChainSettingMembers, parseChainSettings } from './parse-chain-settings.ts'
import { parseWitnessSettings } from './parse-witness-settings.ts'
import {
  parseWholeNumber,
  parseOriginSetting,
  normalizeOrigin,
  parseDatabaseUrl,
  parseReplicaDatabaseUrl,
  parseIpNetworks,
  isLocalOrigin,
  parseHostNamePatterns,
  parseChainNamespaces,
  parseOneOf,
  parseChainIds,
  parseWalletAppIds,
} from './parse-setting-values.ts'
import type { ServerSettingDefinition } from './server-setting-definition.ts'
import { createAllowedSettingValue, createAllowedSettingChoices } from './server-setting-definition.ts'

const smtpTlsKinds = ['starttls', 'implicit', 'none'] as const
const switchWords = ['on', 'off'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Beside the file of the database, which is copied and restored without it; or else beside the server's key. */
const defaultSpentChallengesFile = (database: string, keyFile: string): string =>
  `${database.startsWith('sqlite:') ? database.slice('sqlite:'.length) : keyFile}-spent`

/** Beside the SQLite file, or where that would be by default. */
const defaultKeyFile = (database: string): string =>
  `${database.startsWith('sqlite:') ? dirname(database.slice('sqlite:'.length)) : './data'}/countersign.key`

export const getParsedChainSettings = (read: ReadonlyMap<string, unknown>): readonly ChainSettings[] =>
  (read.get('chains') ?? []) as ChainSettings[]

/** The settings beside the limits, in the order in which they are read. */
const baseDefinitions = {
  port: {
    default: () => '3000',
    allowed: createAllowedSettingValue('port'),
    about: 'The port to listen on.',
    parse: parseWholeNumber(1, 65_535),
  },
  origin: {
    default: (read) => new URL(`http://localhost:${String(read.get('port') ?? 3000)}`).origin,
    allowed: createAllowedSettingValue('origin'),
    about: 'Where people reach this server. Every address and every message is made from it, never from a request.',
    parse: parseOriginSetting,
    normalize: normalizeOrigin,
  },
  host: {
    default: () => '127.0.0.1',
    allowed: createAllowedSettingValue('host'),
    about: 'The address to listen on.',
    parse: (text) => (isIP(text) ? text : undefined),
  },
  database: {
    default: () => 'sqlite:./data/countersign.db',
    allowed: createAllowedSettingValue('database'),
    about: 'Where everything is kept.',
    parse: parseDatabaseUrl,
  },
  databaseReplica: {
    default: () => '',
    allowed: createAllowedSettingValue('replica'),
    about:
      'A read replica of that PostgreSQL (a streaming standby), for lists, charts and exports of the administration. It is read only where it has everything that was written before; nothing that decides on access is ever read there.',
    parse: parseReplicaDatabaseUrl,
  },
  keyFile: {
    default: (read) => defaultKeyFile(String(read.get('database'))),
    allowed: createAllowedSettingValue('path'),
    about:
      "The server's own key, made at the first start. Keep it apart from copies of the database; instances that share a database share it.",
    parse: (text) => (text === '' ? undefined : text),
  },
  spentChallengesFile: {
    default: (read) => defaultSpentChallengesFile(String(read.get('database')), String(read.get('keyFile'))),
    allowed: createAllowedSettingValue('path'),
    about:
      'Remembers the last challenges that were spent, so that a database which went back in time is noticed. Set it where the key file lies in a folder that cannot be written to.',
    parse: (text) => (text === '' ? undefined : text),
  },
  trustedProxies: {
    default: () => '',
    allowed: createAllowedSettingValue('networks'),
    about: 'Reverse proxies whose X-Forwarded-For header is believed.',
    parse: parseIpNetworks,
  },
  allowedPrivateNetworks: {
    // In development the applications run on this machine as well.
    default: (read) =>
      isLocalOrigin(String(read.get('origin') ?? 'https://unread.invalid')) ? '127.0.0.0/8,::1/128' : '',
    allowed: createAllowedSettingValue('networks'),
    about:
      'Private networks in which applications may be told of logouts and asked for keys and logos, also over plain http.',
    parse: parseIpNetworks,
  },
  clientMetadataHosts: {
    default: () => '',
    allowed: createAllowedSettingValue('hosts'),
    about:
      'Hosts whose applications nobody has to register: their client id is the address of a document there that says what they are (client-id metadata documents, as MCP clients have).',
    parse: parseHostNamePatterns,
  },
  metricsNetworks: {
    default: () => '127.0.0.0/8,::1/128',
    allowed: createAllowedSettingValue('networks'),
    about: 'Who may read the figures at /metrics. For everybody else there is no such page.',
    parse: parseIpNetworks,
  },
  chains: {
    default: () => '',
    allowed: createAllowedSettingValue('chains', { members: optionalChainSettingMembers }),
    about:
      'Chains that this server reads, so that contract wallets can sign in, wallets have their names, and groups follow what people hold.',
    parse: parseChainSettings,
    findErrors: findChainSettingErrors,
    redact: (text) => formatRedactedChainSettings(parseChainSettings(text) ?? []),
  },
  namespaces: {
    default: () => chainNamespaces.join(','),
    allowed: createAllowedSettingValue('some_of', { values: chainNamespaces.join(', ') }),
    about:
      'Chain families (CAIP-2 namespaces) whose wallets sign in: Ethereum with all EVM chains, Solana, Bitcoin. A family that is taken out lets its wallets in no more; who has no other way in then needs one first.',
    parse: parseChainNamespaces,
  },
  solanaCluster: {
    default: () => 'mainnet',
    allowed: createAllowedSettingChoices(solanaClusters),
    about: 'The Solana cluster that messages name. A key is the same identity on all.',
    parse: parseOneOf(solanaClusters),
  },
  bitcoinChain: {
    default: () => 'mainnet',
    allowed: createAllowedSettingChoices(bitcoinChains),
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
          ...getParsedChainSettings(read).map(({ id }) => id),
        ]),
      ].join(','),
    allowed: createAllowedSettingValue('chain_ids'),
    about:
      'Chains that a message may name. A plain key is the same identity on all; the first is offered to wallets on another.',
    parse: parseChainIds,
  },
  featuredWallets: {
    default: () => walletAppCatalog.map(({ id }) => id).join(','),
    allowed: createAllowedSettingValue('any_of', { values: walletAppCatalog.map(({ id }) => id).join(', ') }),
    about:
      'Wallets that are offered by name, in this order, to who has none in their browser: links into their apps, and where their makers have them. Each is at an address of its maker, which nobody is told of before they follow it.',
    parse: parseWalletAppIds,
  },
  passkeySignUp: {
    default: () => 'off',
    allowed: createAllowedSettingChoices(switchWords),
    about:
      'Whether who has no wallet may begin with a passkey. They are then a person without a wallet, and applications are told none. Whoever wants many identities has them for nothing, as with wallets.',
    parse: parseOneOf(switchWords),
  },
  smtpHost: {
    default: () => '',
    allowed: createAllowedSettingValue('mail_host'),
    about:
      'The mail server by which people are sent the code that verifies an e-mail address. Without one no mail is sent, ever.',
    parse: (text) =>
      text === '' || isIP(text) > 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text) ? text : undefined,
  },
  smtpTls: {
    default: () => 'starttls',
    allowed: createAllowedSettingChoices(smtpTlsKinds),
    about:
      'How mail is protected on its way to that server: begun in clear and then required (starttls), from the first byte (implicit), or not at all (none).',
    parse: (text) => smtpTlsKinds.find((kind) => kind === text),
  },
  smtpPort: {
    default: (read) => (read.get('smtpTls') === 'implicit' ? '465' : '587'),
    allowed: createAllowedSettingValue('port'),
    about: 'The port of the mail server.',
    parse: parseWholeNumber(1, 65_535),
  },
  smtpUser: {
    default: () => '',
    allowed: createAllowedSettingValue('visible', { max: '200' }),
    about: 'The name by which this server proves itself to the mail server.',
    parse: (text) => (/^[\x21-\x7e]{0,200}$/.test(text) ? text : undefined),
  },
  smtpPassword: {
    default: () => '',
    allowed: createAllowedSettingValue('characters', { max: '500' }),
    about: 'The password that goes with it. It is shown nowhere.',
    parse: (text) => (text.length <= 500 ? text : undefined),
    redact: (text) => (text === '' ? '' : '***'),
  },
  smtpFrom: {
    default: () => '',
    allowed: createAllowedSettingValue('mail_address'),
    about: 'The address that mail comes from.',
    parse: (text) => (text === '' || isEmailAddress(text) ? text : undefined),
  },
  emailAliasDomain: {
    default: () => '',
    allowed: createAllowedSettingValue('domain'),
    about:
      'A domain of your own for made-up e-mail addresses, one for each person and application that insists on one. This server neither sends nor receives mail there; see to it that nobody else does.',
    parse: (text) => (text === '' || isEmailDomain(text) ? text.toLowerCase() : undefined),
  },
  witnesses: {
    default: () => '',
    allowed: createAllowedSettingValue('witnesses'),
    about:
      'Witnesses of the activity log (C2SP tlog-witness), who are sent each checkpoint and cosign it where the log has only grown. They learn its size and its root, and nothing else.',
    parse: parseWitnessSettings,
  },
  logLevel: {
    default: () => 'info',
    allowed: createAllowedSettingChoices(logLevels),
    about: 'How much is written to the log.',
    parse: (text) => logLevels.find((level) => level === text),
  },
} satisfies Readonly<Record<NonLimitServerSettingName, ServerSettingDefinition>>

/** A value that only earlier releases accepted counts as today's minimum. */
const raise =
  ({ min, max, formerMin }: ServerLimitDefinition) =>
  (text: string): string | undefined =>
    formerMin !== undefined && parseWholeNumber(formerMin, max)(text) !== undefined && Number(text) < min
      ? String(min)
      : undefined

const limitDefinitions = Object.entries(serverLimitDefinitions).map(
  ([name, limit]: [string, ServerLimitDefinition]): [string, ServerSettingDefinition] => [
    name,
    {
      raiseToMinimum: raise(limit),
      default: (read) => String(Math.min(limit.default, findDefaultCap(name, read))),
      allowed: createAllowedSettingValue('number', { min: String(limit.min), max: String(limit.max) }),
      about: limit.about,
      parse: parseWholeNumber(limit.min, limit.max),
    },
  ],
)

export const serverSettingDefinitions: ReadonlyMap<string, ServerSettingDefinition> = new Map([
  ...Object.entries(baseDefinitions),
  ...limitDefinitions,
])

type Own = typeof baseDefinitions

/** The settings of a running server, checked. Each is of the type that its definition reads: none stands here without one. */
export type ServerSettings = { [Name in keyof Own]: Exclude<ReturnType<Own[Name]['parse']>, undefined> } & {
  limits: ServerLimitValues
}

/** Who shortens a session's life has shortened its idle time as well; so it is with a signing key and its lead. */
export const capSettingBySettingName: Readonly<Record<string, ServerLimitName>> = {
  sessionIdleTimeoutSeconds: 'sessionLifetimeSeconds',
  signingKeyLeadSeconds: 'signingKeyLifetimeSeconds',
}

const findDefaultCap = (name: string, read: ReadonlyMap<string, unknown>): number =>
  Number(read.get(capSettingBySettingName[name] ?? '') ?? Number.POSITIVE_INFINITY)

/** `sessionIdleTimeoutSeconds` → `COUNTERSIGN_SESSION_IDLE_TIMEOUT_SECONDS`. */
export const toSettingEnvironmentVariable = (name: string): string =>
  `COUNTERSIGN_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
