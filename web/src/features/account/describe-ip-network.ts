import type { ApiSession } from '@countersign/api/api-endpoints'
import type { Translate } from '../../i18n/ui-translation-functions.ts'

/** Null if unknown. */
export type CurrentIpNetworkMatch = boolean | null

/** As a standalone phrase: "Your current network". */
export function describeIpNetwork(t: Translate, prefix: string, isThisBrowser: CurrentIpNetworkMatch): string {
  if (isThisBrowser === null) return shortenNetworkPrefix(prefix)
  return isThisBrowser ? t('person.network.here') : t('person.network.other', { prefix: shortenNetworkPrefix(prefix) })
}

/** "Firefox on Linux, from another network (203.0.113.…)". The current network is not named. */
export function addIpNetworkToDescription(
  t: Translate,
  what: string,
  prefix: string,
  isThisBrowser: CurrentIpNetworkMatch,
): string {
  if (isThisBrowser === null) return t('person.from.unsure', { what, prefix: shortenNetworkPrefix(prefix) })
  return isThisBrowser ? what : t('person.from.other', { what, prefix: shortenNetworkPrefix(prefix) })
}

function shortenNetworkPrefix(prefix: string): string {
  return prefix.replace(/\.0\/24$/, '.…').replace(/::\/64$/, ':…')
}

/** Null if the session started in another network, because then the current one is unknown. */
export function isCurrentIpNetwork(
  prefix: string,
  { sameNetwork, networkPrefix }: Pick<ApiSession, 'sameNetwork' | 'networkPrefix'>,
): CurrentIpNetworkMatch {
  return sameNetwork ? prefix === networkPrefix : null
}
