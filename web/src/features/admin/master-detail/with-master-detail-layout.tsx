// A detail is a full page if there is no room for the panel or it was not opened from the list.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { FunctionComponent } from 'react'
import { Outlet, useChildMatches, useLocation, useRouter } from '@tanstack/react-router'
import { useAdminNavigate } from './admin-url-state.ts'
import { useIsMasterDetailPanelOpen } from './master-detail-navigation-state.ts'
import { isUrlPathWithin } from './is-url-path-within.ts'
import { getListRowFocusLinks, getListRowFocusLinkForPath } from './list-row-keyboard-navigation.ts'
import { MasterDetailListPaneContext, MasterDetailPanelContext } from './master-detail-react-contexts.ts'

export function withMasterDetailLayout(List: FunctionComponent): FunctionComponent {
  return function Workbench() {
    const open = useChildMatches({ select: (matches) => matches[0]?.pathname ?? null })
    const isBeside = useIsMasterDetailPanelOpen(open)
    return open !== null && !isBeside ? <StandalonePage /> : <ListWithPanel List={List} openPath={open} />
  }
}

function StandalonePage() {
  return (
    <div className="max-w-[64rem]">
      <Outlet />
    </div>
  )
}

function ListWithPanel({ List, openPath }: { List: FunctionComponent; openPath: string | null }) {
  const list = useRef<HTMLDivElement>(null)
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const go = useAdminNavigate()
  const { history } = useRouter()
  const pressed = useRef<ScrollAnchor>(null)
  const openInPanel = useCallback(
    (next: string, byKeyboard = false) => {
      if (openPath === null)
        pressed.current = {
          scroll: scrollY,
          top: getListRowFocusLinkForPath(list.current, next)?.getBoundingClientRect().top ?? null,
        }
      go(next + search, { replace: openPath !== null, inDetailPanel: true, byKeyboard })
    },
    [go, search, openPath],
  )
  const close = useCallback(() => history.back(), [history])
  const [links, setLinks] = useState<readonly string[]>([])
  // "Previous" and "next" use the rows that are loaded when a row is opened, not later ones.
  useEffect(() => {
    if (openPath !== null) setLinks(getListRowFocusLinks(list.current).map((link) => link.pathname))
  }, [openPath])
  const place = links.findIndex((link) => openPath !== null && isUrlPathWithin(openPath, link))
  const panel = useMemo(() => {
    const at = (next: number) => {
      const link = place === -1 ? undefined : links[next]
      return link === undefined ? null : () => openInPanel(link)
    }
    return { previous: at(place - 1), next: at(place + 1), close }
  }, [place, links, openInPanel, close])
  const detail = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (openPath !== null) detail.current?.scrollTo({ top: 0, behavior: 'instant' })
  }, [openPath])
  useKeepRowInPlace(list, pressed, openPath)
  useRestoreRowFocus(list, openPath)
  useCloseOnEscape(openPath !== null, close)
  return (
    <div
      data-workbench=""
      className={openPath === null ? '' : 'grid grid-cols-[minmax(22rem,5fr)_minmax(0,8fr)] items-start gap-6'}
    >
      <MasterDetailListPaneContext value={useMemo(() => ({ openPath, openInPanel }), [openPath, openInPanel])}>
        <div ref={list} className="min-w-0">
          <List />
        </div>
      </MasterDetailListPaneContext>
      {openPath !== null && (
        <section
          ref={detail}
          key={links[place] ?? openPath}
          id="panel"
          className="sticky top-0 -my-6 -mr-8 h-dvh overflow-y-auto overscroll-contain scroll-pt-32 scroll-pb-(--bars) border-l border-line bg-paper px-6 pb-16"
        >
          <MasterDetailPanelContext value={panel}>
            <Outlet />
          </MasterDetailPanelContext>
        </section>
      )}
    </div>
  )
}

type ScrollAnchor = { scroll: number; top: number | null } | null

/** Keeps the opened row in place, and restores the list when the panel closes. */
function useKeepRowInPlace(
  list: { readonly current: HTMLElement | null },
  pressed: { readonly current: ScrollAnchor },
  open: string | null,
): void {
  const last = useRef(open)
  useLayoutEffect(() => {
    const before = last.current
    last.current = open
    if (open === before) return
    const { scroll, top = null } = pressed.current ?? {}
    if (open === null) {
      if (scroll !== undefined) scrollTo({ top: scroll, behavior: 'instant' })
      return
    }
    const link = getListRowFocusLinkForPath(list.current, open)
    if (before !== null) link?.closest('tr')?.scrollIntoView({ block: 'nearest' })
    else if (link && top !== null) scrollBy({ top: link.getBoundingClientRect().top - top, behavior: 'instant' })
  }, [list, pressed, open])
}

function useRestoreRowFocus(list: { readonly current: HTMLElement | null }, open: string | null): void {
  const last = useRef(open)
  useEffect(() => {
    const before = last.current
    last.current = open
    if (open !== null || before === null) return
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body)
      getListRowFocusLinkForPath(list.current, before)?.focus()
  }, [list, open])
}

/** Dialogs, popovers and fields handle Escape first. */
function useCloseOnEscape(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return
      if (event.target instanceof Element && event.target.closest('input, select, textarea, [aria-expanded=true]'))
        return
      close()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOpen, close])
}
