// What a person leaves ticked. The signed message contains the wallet's address, so that neither is shared without the
// other being known: without the address there is no proof, and with the proof there is the address.
import type { ApiConsentItem, ConsentableScope } from '@countersign/api/api-endpoints'

/** What is withheld at first: what the person withheld the last time. */
export function getInitialWithheldScopes(items: readonly ApiConsentItem[]): readonly ConsentableScope[] {
  const remembered = items
    .filter((item) => item.withheld && !isScopeRequired(items, item.scope))
    .map((item) => item.scope)
  return remembered.includes('wallet') ? withholdScope(items, remembered, 'proof') : remembered
}

/** The choice after a tick is set or taken away. Withheld is always in the order of the items. */
export function toggleWithheldScope(
  items: readonly ApiConsentItem[],
  withheld: readonly ConsentableScope[],
  scope: ConsentableScope,
): readonly ConsentableScope[] {
  if (isScopeRequired(items, scope)) return withheld
  if (!withheld.includes(scope))
    return withholdScope(items, scope === 'wallet' ? [...withheld, 'proof'] : withheld, scope)
  const shared: readonly ConsentableScope[] = scope === 'proof' ? ['proof', 'wallet'] : [scope]
  return withheld.filter((name) => !shared.includes(name))
}

/** Whether something is always shared: the application needs it, or needs what contains it. */
export function isScopeRequired(items: readonly ApiConsentItem[], scope: ConsentableScope): boolean {
  const isNeeded = (name: ConsentableScope) => items.some((item) => item.scope === name && item.required)
  return isNeeded(scope) || (scope === 'wallet' && isNeeded('proof'))
}

function withholdScope(
  items: readonly ApiConsentItem[],
  withheld: readonly ConsentableScope[],
  scope: ConsentableScope,
): readonly ConsentableScope[] {
  return items.map((item) => item.scope).filter((name) => name === scope || withheld.includes(name))
}

/** Whether the user name is shared, which has to be chosen then by who has none. */
export const isUsernameSharedByConsent = (
  items: readonly ApiConsentItem[],
  withheld: readonly ConsentableScope[],
): boolean => items.some(({ scope }) => scope === 'user_name') && !withheld.includes('user_name')
