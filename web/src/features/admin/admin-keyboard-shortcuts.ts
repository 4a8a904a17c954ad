// What a key means: "/" searches for everything, "g" and then a letter goes somewhere, "?" tells which keys there are.
import { adminNavigationAreas } from './admin-navigation-areas.ts'

export type KeyboardShortcutAction = { do: 'search' } | { do: 'help' } | { do: 'wait' } | { do: 'go'; href: string }

/** After a "g", a letter counts for so long. */
export const shortcutSequenceTimeoutMs = 1500

/** @param isWaiting whether a "g" was pressed a moment ago */
export function getShortcutActionForKey(key: string, isWaiting: boolean): KeyboardShortcutAction | null {
  if (isWaiting) {
    const area = adminNavigationAreas.find((known) => known.key === key)
    return area ? { do: 'go', href: area.href } : null
  }
  if (key === '/') return { do: 'search' }
  if (key === '?') return { do: 'help' }
  return key === 'g' ? { do: 'wait' } : null
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Ctrl-K, or Cmd-K: as many programs have it. */
export const isSearchShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey

/** What that is called where somebody is. */
export const getSearchShortcutLabel = (platform: string): string => (/^(?:Mac|iP)/.test(platform) ? '⌘K' : 'Ctrl K')

const storageKey = 'countersign.admin-keys'

/** Whether single keys do anything in this browser: they do until somebody does not want it (WCAG 2.2 §2.1.4). */
export function areShortcutsEnabled(storage: () => Storage): boolean {
  try {
    return storage().getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

export function setShortcutsEnabled(storage: () => Storage, isOn: boolean): void {
  try {
    if (isOn) storage().removeItem(storageKey)
    else storage().setItem(storageKey, 'off')
  } catch {
    // A browser that keeps nothing has the keys on again at the next page.
  }
}
