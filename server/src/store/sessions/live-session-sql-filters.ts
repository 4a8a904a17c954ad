// SQL conditions for filters of the session list. They use only `sessions` and subqueries per row.
import type { SessionAgeFilterDays, SessionOperatingSystem } from '@countersign/api/live-session-filters'
import type { SignInMethod } from '@countersign/api/sign-in-methods'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { getBrowserTrustedSinceSql } from './trusted-browser-sql-condition.ts'

export interface LiveSessionFilter {
  application?: string
  signInMethod?: SignInMethod
  network?: string
  system?: SessionOperatingSystem
  newBrowser?: 'true'
  olderThanDays?: SessionAgeFilterDays
}

const dayMs = 86_400_000

/** Returns milliseconds since 1970, or null without this filter. */
export const getNewestSessionStart = ({ olderThanDays }: LiveSessionFilter, now: number): number | null =>
  olderThanDays === undefined ? null : now - Number(olderThanDays) * dayMs

export function createLiveSessionSqlConditions(filter: LiveSessionFilter, now: number): RawBuilder<boolean>[] {
  const { application, signInMethod, network, system, newBrowser } = filter
  const newestStart = getNewestSessionStart(filter, now)
  return [
    ...(application === undefined
      ? []
      : [
          sql<boolean>`(select 1 from authorizations where authorizations.session_id = sessions.id and authorizations.application_id = ${application} limit 1) is not null`,
        ]),
    ...(signInMethod === undefined ? [] : [usesSignInMethod(signInMethod)]),
    ...(network === undefined ? [] : [sql<boolean>`sessions.network_prefix = ${network}`]),
    ...(system === undefined ? [] : [systemConditions[system]]),
    ...(newBrowser === undefined
      ? []
      : [
          sql<boolean>`(select ${getBrowserTrustedSinceSql()} from browsers where browsers.id = sessions.browser_id) is null`,
        ]),
    ...(newestStart === null ? [] : [sql<boolean>`sessions.created_at <= ${newestStart}`]),
  ]
}

const walletConditions = {
  key: sql`kind = 'key' and namespace = 'eip155'`,
  contract: sql`kind = 'contract' and namespace = 'eip155'`,
  solana: sql`namespace = 'solana'`,
  bitcoin: sql`namespace = 'bip122'`,
} as const

const usesSignInMethod = (method: SignInMethod): RawBuilder<boolean> =>
  method === 'passkey'
    ? sql<boolean>`sessions.passkey_id is not null`
    : sql<boolean>`(select 1 from wallets where wallets.id = sessions.wallet_id and ${walletConditions[method]} limit 1) is not null`

const states = (token: string) => sql`sessions.user_agent like ${`%${token}%`}`
const isPhoneOrTablet = sql`(${states('iPhone')} or ${states('iPad')} or ${states('Android')})`

/** Browsers of phones also send the names of the systems that theirs is derived from. */
const systemConditions: Readonly<Record<SessionOperatingSystem, RawBuilder<boolean>>> = {
  windows: sql<boolean>`${states('Windows')}`,
  macos: sql<boolean>`(${states('Macintosh')} and not ${isPhoneOrTablet})`,
  linux: sql<boolean>`(${states('Linux')} and not ${isPhoneOrTablet})`,
  android: sql<boolean>`${states('Android')}`,
  iphone: sql<boolean>`${states('iPhone')}`,
  ipad: sql<boolean>`${states('iPad')}`,
}
