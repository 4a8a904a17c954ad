// Keyboard shortcuts: "/" searches, "g" and a letter navigates, "?" lists them.
import { adminNavigationAreas } from './admin-navigation-areas.ts'

export type KeyboardShortcutAction = { do: 'search' } | { do: 'help' } | { do: 'wait' } | { do: 'go'; href: string }

export const shortcutSequenceTimeoutMs = 1500

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

export const isSearchShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey

export const getSearchShortcutLabel = (platform: string): string => (/^(?:Mac|iP)/.test(platform) ? '⌘K' : 'Ctrl K')

const storageKey = 'countersign.admin-keys'

/** Shortcuts are on by default, and can be turned off (WCAG 2.2 §2.1.4). */
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
  } catch {}
}
