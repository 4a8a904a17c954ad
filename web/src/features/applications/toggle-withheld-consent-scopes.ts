// The signed message contains the address, so `proof` cannot be shared without `wallet`.
import type { ApiConsentItem, ConsentableScope } from '@countersign/api/api-endpoints'

export function getInitialWithheldScopes(items: readonly ApiConsentItem[]): readonly ConsentableScope[] {
  const remembered = items
    .filter((item) => item.withheld && !isScopeRequired(items, item.scope))
    .map((item) => item.scope)
  return remembered.includes('wallet') ? withholdScope(items, remembered, 'proof') : remembered
}

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

/** A scope is also required if a required scope contains it. */
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

/** If the username is shared, people without a username must choose one. */
export const isUsernameSharedByConsent = (
  items: readonly ApiConsentItem[],
  withheld: readonly ConsentableScope[],
): boolean => items.some(({ scope }) => scope === 'user_name') && !withheld.includes('user_name')
