// Command palette: an editable combobox with list autocomplete (WAI-ARIA APG), loaded on first use.
import { useEffect, useId, useLayoutEffect, useRef, useState, useCallback } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useAdminNavigate } from '../master-detail/admin-url-state.ts'
import type {
  CommandPaletteEntry,
  CommandPaletteSection,
  CommandPaletteRecentItemKind,
} from './build-command-palette-sections.ts'
import { CommandPaletteInput } from './CommandPaletteInput.tsx'
import { useSignedInAdminAccess } from '../signed-in-admin-access-context.ts'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { parseTypedPersonAction } from './command-palette-actions.ts'
import { buildCommandPaletteSections } from './build-command-palette-sections.ts'
import { useQueryClient } from '@tanstack/react-query'
import { callAdminApi } from '../../../api/admin-api-client.ts'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'

const pathByKind: Readonly<Record<CommandPaletteRecentItemKind, (id: string) => string>> = {
  person: adminPagePaths.person,
  application: adminPagePaths.application,
  group: adminPagePaths.group,
  resource: adminPagePaths.resource,
  line: (id) => adminPagePaths.event(Number(id)),
}

function useRecentItems(): {
  recent: CommandPaletteEntry[]
  recordOpenedItem: (thing: { kind: CommandPaletteRecentItemKind; id: string }) => void
} {
  const t = useTranslations()
  const client = useQueryClient()
  const { data } = useAdminQuery('listRecentItems')
  const recordOpenedItem = useCallback(
    (body: { kind: CommandPaletteRecentItemKind; id: string }) => {
      void callAdminApi('recordOpenedItem', { body }).then(() =>
        client.invalidateQueries({ queryKey: ['listRecentItems'] }),
      )
    },
    [client],
  )
  const recent = (data?.items ?? []).map(({ kind, id, name }): CommandPaletteEntry => {
    const shown = name === null ? '' : sanitizeDisplayText(name, 64)
    return {
      key: `recent ${kind} ${id}`,
      label: kind === 'line' ? t('adminPalette.lineOnly', { number: id }) : shown === '' ? id : shown,
      detail: t(`adminPalette.kinds.${kind}`),
      href: pathByKind[kind](id),
      recentItem: { kind, id },
    }
  })
  return { recent, recordOpenedItem }
}

const debounceMs = 120

interface PaletteSearchState {
  sections: CommandPaletteSection[]
  isSearching: boolean
  isFailed: boolean
  recordOpenedItem: (thing: { kind: CommandPaletteRecentItemKind; id: string }) => void
}

function usePaletteSections(typed: string): PaletteSearchState {
  const t = useTranslations()
  const { permissions } = useSignedInAdminAccess()
  const { recent, recordOpenedItem } = useRecentItems()
  const wanted = parseTypedPersonAction(typed, t).rest
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(wanted), debounceMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const search = useAdminQuery('searchAdmin', { query: { text } }, { enabled: text !== '', keepPrevious: true })
  const settings = useAdminQuery('readSettings', {}, { enabled: permissions.includes('settings.read') })
  return {
    sections: buildCommandPaletteSections({
      typed,
      found: wanted === '' ? undefined : search.data,
      settings: settings.data?.settings,
      recent,
      permissions,
      t,
    }),
    isSearching: wanted !== '' && (wanted !== text || search.isFetching),
    isFailed: wanted !== '' && search.error !== null && !search.isFetching,
    recordOpenedItem,
  }
}

interface CommandPaletteProps {
  typed: string
  onType: (text: string) => void
  onClose: () => void
}

export function CommandPalette({ typed, onType, onClose }: CommandPaletteProps) {
  const t = useTranslations()
  const go = useAdminNavigate()
  const { sections, isSearching, isFailed, recordOpenedItem } = usePaletteSections(typed)
  const open = (entry: CommandPaletteEntry) => {
    if (entry.recentItem !== undefined) recordOpenedItem(entry.recentItem)
    onClose()
    go(entry.href, { action: entry.requestedAction })
  }
  return (
    <PaletteCombobox
      typed={typed}
      onType={onType}
      sections={sections}
      status={isFailed ? t('adminPalette.failed') : isSearching ? t('adminPalette.searching') : null}
      onOpen={open}
    />
  )
}

interface ComboboxProps {
  typed: string
  onType: (text: string) => void
  sections: readonly CommandPaletteSection[]
  status: string | null
  onOpen: (entry: CommandPaletteEntry) => void
}

function PaletteCombobox({ typed, onType, sections, status, onOpen }: ComboboxProps) {
  const t = useTranslations()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const [active, setActive] = useState('')
  const entries = sections.flatMap((section) => section.entries)
  const place = Math.max(
    0,
    entries.findIndex(({ key }) => key === active),
  )
  const current = entries[place]
  const idOf = (entry: CommandPaletteEntry): string => `${id}${entries.indexOf(entry)}`
  const shown = current?.key
  useEffect(() => {
    if (shown !== undefined) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [shown])

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || entries.length === 0) return
    const to = findNextIndex(event.key, place, entries.length)
    if (to !== null) {
      event.preventDefault()
      setActive(entries[to]?.key ?? '')
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      onOpen(current)
    }
  }

  const said =
    status ?? (entries.length === 0 ? t('adminPalette.nothing') : t('adminPalette.found', { count: entries.length }))
  return (
    <div className="grid max-h-[80dvh] grid-rows-[auto_auto_1fr]">
      <CommandPaletteInput
        ref={field}
        role="combobox"
        aria-label={t('adminPalette.label')}
        aria-expanded={entries.length > 0}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={current && idOf(current)}
        value={typed}
        placeholder={t('adminPalette.hint')}
        onChange={(text) => {
          onType(text)
          setActive('')
        }}
        onKeyDown={press}
      />
      <p role="status" className="px-4 pt-2 text-caption text-soft">
        {said}
      </p>
      <div
        ref={list}
        role="listbox"
        id={`${id}list`}
        aria-label={t('adminPalette.list')}
        className="overflow-y-auto px-2 pt-1 pb-2"
      >
        {sections.map((section, number) => (
          <div key={section.title} role="group" aria-labelledby={`${id}title${number}`}>
            <p id={`${id}title${number}`} role="presentation" className="px-2 pt-2 text-caption text-soft">
              {section.title}
            </p>
            {section.entries.map((entry) => (
              // Key events are handled by the input, which keeps the focus.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={entry.key}
                role="option"
                id={idOf(entry)}
                aria-selected={entry === current}
                onClick={() => onOpen(entry)}
                onPointerMove={() => setActive(entry.key)}
                className="flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-control px-2 text-small aria-selected:bg-seal-tint pointer-coarse:min-h-11"
              >
                <span className="min-w-0 truncate">{entry.label}</span>
                {entry.detail && (
                  <span className="max-w-[50%] min-w-0 truncate text-caption text-soft">{entry.detail}</span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

/** @returns null for other keys. Arrows wrap around. */
function findNextIndex(key: string, place: number, count: number): number | null {
  if (key === 'ArrowDown') return (place + 1) % count
  if (key === 'ArrowUp') return (place - 1 + count) % count
  if (key === 'PageDown') return Math.min(place + 8, count - 1)
  return key === 'PageUp' ? Math.max(place - 8, 0) : null
}
