// These texts are for the command line and the documentation; the screens have translations.
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
  some_of: 'a comma-separated list of one or more of these values, without duplicates: {values}',
  any_of: 'a comma-separated list of any of these values, without duplicates: {values}; empty for none',
  origin: 'an https origin without a path, such as https://sign-in.example, or an http origin on localhost',
  host: 'an IP address of this machine; 0.0.0.0 or :: for all of its addresses',
  database: 'sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME',
  replica: 'postgres://USER:PASSWORD@HOST:PORT/NAME; empty for none',
  path: 'a file path',
  networks: 'a comma-separated list of IP addresses or networks (such as 10.0.0.0/8); empty for none',
  hosts: 'a comma-separated list of host names (such as claude.ai or *.example.com); * for any host; empty for none',
  chains:
    'a JSON array of chains, each with "id", "rpc" (an https URL or an array of https URLs) and optionally {members} (see docs/guides/chains.md); empty for none',
  chain_ids: 'a comma-separated list of EVM chain IDs (1 or higher), without duplicates',
  mail_host: 'the host name or IP address of a mail server; empty for none',
  visible: 'up to {max} visible characters; empty for none',
  characters: 'up to {max} characters; empty for none',
  mail_address: 'an email address; empty if there is no mail server',
  witnesses:
    'a comma-separated list of witnesses, each written as a URL (such as https://witness.example), a space and a key (NAME+ID+BASE64); empty for none',
  domain: 'a domain name, such as users.example; empty for none',
} as const

export type AllowedServerSettingValueCode = keyof typeof allowedServerSettingValueTexts

export interface AllowedServerSettingValue {
  code: AllowedServerSettingValueCode
  values: TextTemplateValues
}
