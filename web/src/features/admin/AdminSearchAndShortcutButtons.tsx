// Keyboard shortcuts of the admin console, which can be turned off (WCAG 2.2 §2.1.4).
import { useEffect, useRef, useState } from 'react'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { SignedInPageIcon } from '../../ui/SignedInPageIcon.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useTranslations } from 'use-intl'
import { CommandPaletteDialog } from './command-palette/CommandPaletteDialog.tsx'
import {
  areShortcutsEnabled,
  isSearchShortcut,
  getSearchShortcutLabel,
  getShortcutActionForKey,
  setShortcutsEnabled,
  shortcutSequenceTimeoutMs,
} from './admin-keyboard-shortcuts.ts'
import { useAdminNavigate } from './master-detail/admin-url-state.ts'

const searchShortcutLabel = getSearchShortcutLabel(navigator.platform)
const KeyTable = createLazyComponent(
  async () => (await import('./AdminKeyboardShortcutsTable.tsx')).AdminKeyboardShortcutsTable,
)
const openLocalStorage = () => window.localStorage

export function AdminSearchAndShortcutButtons() {
  const t = useTranslations()
  const go = useAdminNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [isOn, setIsOn] = useState(() => areShortcutsEnabled(openLocalStorage))
  const [isSearching, setIsSearching] = useState(false)
  const waitingUntil = useRef(0)

  // Also works in fields and when shortcuts are turned off, because it has a modifier key.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isSearchShortcut(event) || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      setIsSearching(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTypingTarget(event.target))
        return
      const shortcut = getShortcutActionForKey(event.key, event.timeStamp < waitingUntil.current)
      waitingUntil.current = shortcut?.do === 'wait' ? event.timeStamp + shortcutSequenceTimeoutMs : 0
      if (shortcut === null) return
      event.preventDefault()
      if (shortcut.do === 'go') go(shortcut.href)
      if (shortcut.do === 'help') setIsOpen(true)
      if (shortcut.do === 'search') setIsSearching(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn, go])

  return (
    <>
      <Button small className="grid-flow-col font-normal text-soft max-md:px-3" onClick={() => setIsSearching(true)}>
        <SignedInPageIcon name="search" className="md:hidden" />
        <span className="sr-only md:not-sr-only">{t('admin.keys.searchShort')}</span>
        <kbd aria-hidden="true" className="ml-2 hidden font-mono text-caption md:inline">
          {searchShortcutLabel}
        </kbd>
      </Button>
      {isSearching && <CommandPaletteDialog onClose={() => setIsSearching(false)} />}
      <span className="hidden md:block">
        <Button small look="bare" className="font-normal text-soft" onClick={() => setIsOpen(true)}>
          {t('admin.keys.title')}
        </Button>
      </span>
      {isOpen && (
        <Dialog title={t('admin.keys.title')} onClose={() => setIsOpen(false)}>
          <KeyTable searchKey={searchShortcutLabel} />
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={isOn}
              onChange={({ target }) => {
                setShortcutsEnabled(openLocalStorage, target.checked)
                setIsOn(target.checked)
              }}
              className="size-5 accent-seal"
            />
            {t('admin.keys.on')}
          </label>
        </Dialog>
      )}
    </>
  )
}

function isTypingTarget(target: EventTarget | null): boolean {
  return (
    document.querySelector('dialog[open]') !== null ||
    (target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null)
  )
}
