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

/** This file is next to the SQLite file or else the key file; a restore leaves it unchanged. */
const defaultSpentChallengesFile = (database: string, keyFile: string): string =>
  `${database.startsWith('sqlite:') ? database.slice('sqlite:'.length) : keyFile}-spent`

const defaultKeyFile = (database: string): string =>
  `${database.startsWith('sqlite:') ? dirname(database.slice('sqlite:'.length)) : './data'}/countersign.key`

export const getParsedChainSettings = (read: ReadonlyMap<string, unknown>): readonly ChainSettings[] =>
  (read.get('chains') ?? []) as ChainSettings[]

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
    about: 'The public address of this server. All URLs and sign-in messages are built from it, never from a request.',
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
    about: 'The database that stores all data.',
    parse: parseDatabaseUrl,
  },
  databaseReplica: {
    default: () => '',
    allowed: createAllowedSettingValue('replica'),
    about:
      'A read replica of the PostgreSQL database (a streaming standby) that serves lists, charts and exports in the administration. It is used only if it has replayed every earlier write, and it is never used for access decisions.',
    parse: parseReplicaDatabaseUrl,
  },
  keyFile: {
    default: (read) => defaultKeyFile(String(read.get('database'))),
    allowed: createAllowedSettingValue('path'),
    about:
      "The file that contains the server's master key. The server creates it at the first start. Store it separately from database backups. Instances that share a database need the same key.",
    parse: (text) => (text === '' ? undefined : text),
  },
  spentChallengesFile: {
    default: (read) => defaultSpentChallengesFile(String(read.get('database')), String(read.get('keyFile'))),
    allowed: createAllowedSettingValue('path'),
    about:
      'The file that records the most recently used challenges, so that the server can detect that the database was restored to an earlier state. Set this path if the key file is in a read-only folder.',
    parse: (text) => (text === '' ? undefined : text),
  },
  trustedProxies: {
    default: () => '',
    allowed: createAllowedSettingValue('networks'),
    about: 'Reverse proxies whose X-Forwarded-For headers are trusted.',
    parse: parseIpNetworks,
  },
  allowedPrivateNetworks: {
    // In development, applications also run on this machine.
    default: (read) =>
      isLocalOrigin(String(read.get('origin') ?? 'https://unread.invalid')) ? '127.0.0.0/8,::1/128' : '',
    allowed: createAllowedSettingValue('networks'),
    about:
      'Private networks in which the server may contact applications to send logout notifications and to fetch keys and logos, including over plain HTTP.',
    parse: parseIpNetworks,
  },
  clientMetadataHosts: {
    default: () => '',
    allowed: createAllowedSettingValue('hosts'),
    about:
      'Hosts whose applications need no registration. The client ID of such an application is the URL of a document on the host that describes the application (a client ID metadata document, as used by MCP clients).',
    parse: parseHostNamePatterns,
  },
  metricsNetworks: {
    default: () => '127.0.0.0/8,::1/128',
    allowed: createAllowedSettingValue('networks'),
    about: 'Networks that may read the metrics at /metrics. All other clients receive a 404 response.',
    parse: parseIpNetworks,
  },
  chains: {
    default: () => '',
    allowed: createAllowedSettingValue('chains', { members: optionalChainSettingMembers }),
    about:
      'Chains that this server reads to verify contract wallets, look up wallet names, and determine group membership based on what people hold.',
    parse: parseChainSettings,
    findErrors: findChainSettingErrors,
    redact: (text) => formatRedactedChainSettings(parseChainSettings(text) ?? []),
  },
  namespaces: {
    default: () => chainNamespaces.join(','),
    allowed: createAllowedSettingValue('some_of', { values: chainNamespaces.join(', ') }),
    about:
      'Chain families (CAIP-2 namespaces) whose wallets can sign in: Ethereum (including all EVM chains), Solana and Bitcoin. Wallets of a removed family can no longer sign in; people without another sign-in method need to add one first.',
    parse: parseChainNamespaces,
  },
  solanaCluster: {
    default: () => 'mainnet',
    allowed: createAllowedSettingChoices(solanaClusters),
    about: 'The Solana cluster named in sign-in messages. A key is the same identity on every cluster.',
    parse: parseOneOf(solanaClusters),
  },
  bitcoinChain: {
    default: () => 'mainnet',
    allowed: createAllowedSettingChoices(bitcoinChains),
    about: 'The Bitcoin chain whose addresses can sign in. Addresses of other Bitcoin chains are refused.',
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
      'Chains that can be named in a sign-in message. An ordinary key is the same identity on all of them. A wallet on any other chain is offered a message for the first chain in the list.',
    parse: parseChainIds,
  },
  featuredWallets: {
    default: () => walletAppCatalog.map(({ id }) => id).join(','),
    allowed: createAllowedSettingValue('any_of', { values: walletAppCatalog.map(({ id }) => id).join(', ') }),
    about:
      "Wallet apps offered by name, in this order, to people without a wallet in their browser. Each app has a link that opens or downloads it. The link goes to the vendor's site, which is not contacted until someone follows the link.",
    parse: parseWalletAppIds,
  },
  passkeySignUp: {
    default: () => 'off',
    allowed: createAllowedSettingChoices(switchWords),
    about:
      'Whether people without a wallet can sign up with a passkey. Such people have no wallet, and applications receive none for them. As with wallets, creating many identities costs nothing.',
    parse: parseOneOf(switchWords),
  },
  smtpHost: {
    default: () => '',
    allowed: createAllowedSettingValue('mail_host'),
    about:
      'The mail server that sends the codes used to verify email addresses. Without a mail server, no email is ever sent.',
    parse: (text) =>
      text === '' || isIP(text) > 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text) ? text : undefined,
  },
  smtpTls: {
    default: () => 'starttls',
    allowed: createAllowedSettingChoices(smtpTlsKinds),
    about:
      'How the connection to the mail server is encrypted: with mandatory STARTTLS (starttls), with TLS from the start (implicit), or not at all (none).',
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
    about: 'The username for the mail server.',
    parse: (text) => (/^[\x21-\x7e]{0,200}$/.test(text) ? text : undefined),
  },
  smtpPassword: {
    default: () => '',
    allowed: createAllowedSettingValue('characters', { max: '500' }),
    about: 'The password for the mail server. It is never shown.',
    parse: (text) => (text.length <= 500 ? text : undefined),
    redact: (text) => (text === '' ? '' : '***'),
  },
  smtpFrom: {
    default: () => '',
    allowed: createAllowedSettingValue('mail_address'),
    about: 'The sender address for all outgoing mail.',
    parse: (text) => (text === '' || isEmailAddress(text) ? text : undefined),
  },
  emailAliasDomain: {
    default: () => '',
    allowed: createAllowedSettingValue('domain'),
    about:
      'A domain that you own. For each application that requires an email address, the server generates one address per person on this domain. The server neither sends nor receives mail there; make sure that no one else does.',
    parse: (text) => (text === '' || isEmailDomain(text) ? text.toLowerCase() : undefined),
  },
  witnesses: {
    default: () => '',
    allowed: createAllowedSettingValue('witnesses'),
    about:
      'Witnesses for the audit log (C2SP tlog-witness). They receive each checkpoint, and cosign it if entries have only been appended to the log. They learn only the size and root hash of the log.',
    parse: parseWitnessSettings,
  },
  logLevel: {
    default: () => 'info',
    allowed: createAllowedSettingChoices(logLevels),
    about: 'The minimum level of the entries written to the server log.',
    parse: (text) => logLevels.find((level) => level === text),
  },
} satisfies Readonly<Record<NonLimitServerSettingName, ServerSettingDefinition>>

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

export type ServerSettings = { [Name in keyof Own]: Exclude<ReturnType<Own[Name]['parse']>, undefined> } & {
  limits: ServerLimitValues
}

// A shorter session lifetime shortens the idle timeout; a shorter key lifetime, the lead time.
export const capSettingBySettingName: Readonly<Record<string, ServerLimitName>> = {
  sessionIdleTimeoutSeconds: 'sessionLifetimeSeconds',
  signingKeyLeadSeconds: 'signingKeyLifetimeSeconds',
}

const findDefaultCap = (name: string, read: ReadonlyMap<string, unknown>): number =>
  Number(read.get(capSettingBySettingName[name] ?? '') ?? Number.POSITIVE_INFINITY)

/** `sessionIdleTimeoutSeconds` → `COUNTERSIGN_SESSION_IDLE_TIMEOUT_SECONDS`. */
export const toSettingEnvironmentVariable = (name: string): string =>
  `COUNTERSIGN_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
