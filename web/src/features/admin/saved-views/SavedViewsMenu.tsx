import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useDisclosure } from '../../../ui/use-disclosure.ts'
import { useTranslations } from 'use-intl'
import { getPersonLabel } from '../master-detail/PersonLink.tsx'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { SaveViewDialog, EditSavedViewDialog } from './SavedViewDialogs.tsx'
import type { SavedViewListName, SavedListView } from './saved-view-types.ts'

interface SavedViewsMenuProps {
  list: SavedViewListName
  /** `?status=…`, or an empty string. */
  search: string
  onOpen: (search: string) => void
}

export function SavedViewsMenu({ list, search, onOpen }: SavedViewsMenuProps) {
  const t = useTranslations()
  const { isOpen, setIsOpen, close, button, containerProps } = useDisclosure()
  const [asking, setAsking] = useState<'save' | SavedListView | null>(null)
  const id = useId()
  return (
    <div {...containerProps} className="relative inline-block">
      <Button
        ref={button}
        small
        className="min-h-9! py-1! pointer-coarse:min-h-11!"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('adminUi.views.title')}
      </Button>
      {isOpen && (
        <div
          id={id}
          role="group"
          aria-label={t('adminUi.views.title')}
          tabIndex={-1}
          className="absolute right-0 z-20 mt-1 grid w-88 gap-1 rounded-sheet border border-edge bg-sheet p-2 outline-none max-sm:fixed max-sm:inset-x-3 max-sm:w-auto"
        >
          <SavedViewList
            list={list}
            search={search}
            onOpen={(view) => {
              close()
              onOpen(view.query)
            }}
            onEdit={(view) => {
              close()
              setAsking(view)
            }}
          />
          <Button
            small
            look="bare"
            className="justify-start"
            onClick={() => {
              close()
              setAsking('save')
            }}
          >
            {t('adminUi.views.save')}
          </Button>
        </div>
      )}
      {asking === 'save' && <SaveViewDialog list={list} search={search} onClose={() => setAsking(null)} />}
      {asking !== null && asking !== 'save' && <EditSavedViewDialog view={asking} onClose={() => setAsking(null)} />}
    </div>
  )
}

interface SavedViewListProps {
  list: SavedViewListName
  search: string
  onOpen: (view: SavedListView) => void
  onEdit: (view: SavedListView) => void
}

function SavedViewList({ list, search, onOpen, onEdit }: SavedViewListProps) {
  const t = useTranslations()
  const views = useAdminQuery('listViews', { query: { list } })
  const first = useFocusFirstItem(views.data !== undefined)
  if (views.error) return <LoadErrorPanel problem={views.error.problem} onRetry={() => void views.refetch()} />
  if (views.data === undefined) return <SkeletonRows rows={1} isOverlay />
  const { items } = views.data
  if (items.length === 0) return <p className="px-2 py-1 text-small text-soft">{t('adminUi.views.none')}</p>
  return (
    <ul ref={first} aria-label={t('adminUi.views.list')} className="grid max-h-[50dvh] overflow-y-auto">
      {items.map((view) => {
        const name = sanitizeDisplayText(view.name, 64) || view.id
        return (
          <li key={view.id} className="flex items-center gap-1">
            <button
              type="button"
              aria-current={view.query === search ? 'true' : undefined}
              onClick={() => onOpen(view)}
              className="flex min-h-10 min-w-0 flex-1 items-center gap-2 rounded-control px-2 text-left text-small transition-colors hover:bg-sunk aria-[current]:font-semibold aria-[current]:text-seal pointer-coarse:min-h-11"
            >
              <span className="min-w-0 truncate">{name}</span>
              {view.shared && (
                <Badge>
                  {view.by === null
                    ? t('adminUi.views.shared')
                    : t('adminUi.views.sharedBy', { who: getPersonLabel(view.by) })}
                </Badge>
              )}
            </button>
            <Button
              small
              look="bare"
              className="font-normal"
              aria-label={t('adminUi.views.editNamed', { name })}
              onClick={() => onEdit(view)}
            >
              {t('adminUi.views.edit')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

function useFocusFirstItem(isThere: boolean) {
  const list = useRef<HTMLUListElement>(null)
  const focus = useCallback(() => list.current?.querySelector('button')?.focus(), [])
  useEffect(() => {
    if (isThere) focus()
  }, [isThere, focus])
  return list
}
