// What every setting beside the limits is called, and what each may be: a code, and its words in English. The command line and the documents
// say them as they stand; the screens have sentences of their own for each, in each language.
import type { TextTemplateValues } from './application-definition-errors.ts'
import type { ServerLimitName } from './server-limits.ts'

export const nonLimitServerSettingNames = [
  'port',
  'origin',
  'host',
  'database',
  'databaseReplica',
  'keyFile',
  'spentChallengesFile',
  'trustedProxies',
  'allowedPrivateNetworks',
  'clientMetadataHosts',
  'metricsNetworks',
  'chains',
  'namespaces',
  'solanaCluster',
  'bitcoinChain',
  'chainIds',
  'featuredWallets',
  'passkeySignUp',
  'smtpHost',
  'smtpTls',
  'smtpPort',
  'smtpUser',
  'smtpPassword',
  'smtpFrom',
  'emailAliasDomain',
  'witnesses',
  'logLevel',
] as const

export type NonLimitServerSettingName = (typeof nonLimitServerSettingNames)[number]
export type ServerSettingName = NonLimitServerSettingName | ServerLimitName

export const allowedServerSettingValueTexts = {
  number: 'a whole number from {min} to {max}',
  port: 'a port from 1 to 65535',
  one_of: '{values}',
  some_of: '{values}, separated by commas, each once, at least one',
  any_of: '{values}, separated by commas, each once; empty for none',
  origin: 'an https origin without a path, such as https://sign-in.example, or http on localhost',
  host: 'an IP address of this machine, or 0.0.0.0 or :: for all of them',
  database: 'sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME',
  replica: 'postgres://USER:PASSWORD@HOST:PORT/NAME; empty for none',
  path: 'the path of a file',
  networks: 'IP addresses or networks (10.0.0.0/8), separated by commas; empty for none',
  hosts: 'host names (claude.ai, *.example.com), separated by commas; * for any; empty for none',
  chains:
    'a JSON list of chains, each with "id" and "rpc" (an https address or a list of them), and as wanted {members} (see docs/guides/chains.md); empty for none',
  chain_ids: 'EVM chain ids from 1 on, separated by commas, each once',
  mail_host: 'the name or IP address of a mail server; empty for none',
  visible: 'up to {max} visible characters; empty for none',
  characters: 'up to {max} characters; empty for none',
  mail_address: 'an e-mail address; empty where there is no mail server',
  witnesses:
    'an address (https://witness.example) and a key (NAME+ID+BASE64) with a space between, separated by commas; empty for none',
  domain: 'the name of a domain, such as users.example; empty for none',
} as const

export type AllowedServerSettingValueCode = keyof typeof allowedServerSettingValueTexts

/** What a setting may be. */
export interface AllowedServerSettingValue {
  code: AllowedServerSettingValueCode
  values: TextTemplateValues
}
