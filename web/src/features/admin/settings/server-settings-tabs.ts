// Tabs of the settings page, by what an operator looks for, and the tab of each setting.
import type { NonLimitServerSettingName } from '@countersign/api/server-setting-names'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'

/** The first tab has the path of the page itself. */
export const serverSettingsTabs = ['branding', 'sign-in', 'chains', 'email', 'keys', 'limits', 'server'] as const

export type ServerSettingsTab = (typeof serverSettingsTabs)[number]

/** Every other setting is a limit. */
const tabBySettingName: Readonly<Record<NonLimitServerSettingName, ServerSettingsTab>> = {
  namespaces: 'sign-in',
  chainIds: 'sign-in',
  solanaCluster: 'sign-in',
  bitcoinChain: 'sign-in',
  featuredWallets: 'sign-in',
  passkeySignUp: 'sign-in',
  clientMetadataHosts: 'sign-in',
  chains: 'chains',
  smtpHost: 'email',
  smtpPort: 'email',
  smtpTls: 'email',
  smtpUser: 'email',
  smtpPassword: 'email',
  smtpFrom: 'email',
  emailAliasDomain: 'email',
  origin: 'server',
  host: 'server',
  port: 'server',
  database: 'server',
  databaseReplica: 'server',
  keyFile: 'server',
  spentChallengesFile: 'server',
  trustedProxies: 'server',
  allowedPrivateNetworks: 'server',
  metricsNetworks: 'server',
  witnesses: 'server',
  logLevel: 'server',
}

export const getServerSettingTab = (name: string): ServerSettingsTab =>
  Object.hasOwn(tabBySettingName, name) ? tabBySettingName[name as NonLimitServerSettingName] : 'limits'

export const getServerSettingsTabUrl = (tab: ServerSettingsTab): string =>
  tab === serverSettingsTabs[0] ? adminPagePaths.settings : `${adminPagePaths.settings}/${tab}`

/** The tab of the setting, with the variable as the fragment, which the page scrolls to. */
export const getServerSettingUrl = ({ name, variable }: { name: string; variable: string }): string =>
  `${getServerSettingsTabUrl(getServerSettingTab(name))}#${variable}`
