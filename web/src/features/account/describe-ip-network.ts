// Where something came from, as far as it is known without asking anybody: whether it is the network that the person is
// on now, and otherwise the address of the network.
import type { ApiSession } from '@countersign/api/api-endpoints'
import type { Translate } from '../../i18n/ui-translation-functions.ts'

/** Whether a network is the one of now; null where that is not known. */
export type CurrentIpNetworkMatch = boolean | null

/** As a fact by itself: "The network you are on now". */
export function describeIpNetwork(t: Translate, prefix: string, isThisBrowser: CurrentIpNetworkMatch): string {
  if (isThisBrowser === null) return shortenNetworkPrefix(prefix)
  return isThisBrowser ? t('person.network.here') : t('person.network.other', { prefix: shortenNetworkPrefix(prefix) })
}

/** Something with where it came from: "Firefox on Linux, from another network (203.0.113.…)". */
export function addIpNetworkToDescription(
  t: Translate,
  what: string,
  prefix: string,
  isThisBrowser: CurrentIpNetworkMatch,
): string {
  if (isThisBrowser === null) return t('person.from.unsure', { what, prefix: shortenNetworkPrefix(prefix) })
  return isThisBrowser
    ? t('person.from.here', { what })
    : t('person.from.other', { what, prefix: shortenNetworkPrefix(prefix) })
}

/** A network as its addresses begin, for sentences: `203.0.113.…` says to more people what is meant than `203.0.113.0/24`. */
function shortenNetworkPrefix(prefix: string): string {
  return prefix.replace(/\.0\/24$/, '.…').replace(/::\/64$/, ':…')
}

/** Whether a network of the past is the one of now. Only a session that began in the network of now says which one that is. */
export function isCurrentIpNetwork(
  prefix: string,
  { sameNetwork, networkPrefix }: Pick<ApiSession, 'sameNetwork' | 'networkPrefix'>,
): CurrentIpNetworkMatch {
  return sameNetwork ? prefix === networkPrefix : null
}
