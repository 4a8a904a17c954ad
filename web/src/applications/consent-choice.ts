// What a person leaves ticked. The signed message contains the wallet's address, so that neither is shared without the
// other being known: without the address there is no proof, and with the proof there is the address.
import type { ConsentItem, Scope } from '@countersign/api/calls'

/** What is withheld at first: what the person withheld the last time. */
export function firstChoice(items: readonly ConsentItem[]): readonly Scope[] {
  const remembered = items.filter((item) => item.withheld && !isFixed(items, item.scope)).map((item) => item.scope)
  return remembered.includes('wallet') ? withhold(items, remembered, 'proof') : remembered
}

/** The choice after a tick is set or taken away. Withheld is always in the order of the items. */
export function toggle(items: readonly ConsentItem[], withheld: readonly Scope[], scope: Scope): readonly Scope[] {
  if (isFixed(items, scope)) return withheld
  if (!withheld.includes(scope)) return withhold(items, scope === 'wallet' ? [...withheld, 'proof'] : withheld, scope)
  const shared: readonly Scope[] = scope === 'proof' ? ['proof', 'wallet'] : [scope]
  return withheld.filter((name) => !shared.includes(name))
}

/** Whether something is always shared: the application needs it, or needs what contains it. */
export function isFixed(items: readonly ConsentItem[], scope: Scope): boolean {
  const isNeeded = (name: Scope) => items.some((item) => item.scope === name && item.required)
  return isNeeded(scope) || (scope === 'wallet' && isNeeded('proof'))
}

function withhold(items: readonly ConsentItem[], withheld: readonly Scope[], scope: Scope): readonly Scope[] {
  return items.map((item) => item.scope).filter((name) => name === scope || withheld.includes(name))
}
