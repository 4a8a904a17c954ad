// In the panel, Back skips the tabs and returns to the list.
import { useParams } from '@tanstack/react-router'
import { isPlainClick } from '../../../ui/is-plain-click.ts'
import { useAdminNavigate } from './admin-url-state.ts'
import { useMasterDetailPanel } from './master-detail-react-contexts.ts'

interface DetailTabsProps<Tab extends string> {
  label: string
  path: string
  tabs: readonly { tab: Tab; label: string; isMarked?: boolean }[]
  current: Tab
}

export function useNavigateToDetailTab<Tab extends string>(path: string, tabs: readonly Tab[]): (tab: Tab) => void {
  const go = useAdminNavigate()
  const inDetailPanel = useMasterDetailPanel() !== null
  return (tab) => go(buildTabUrl(path, tabs, tab) + location.search, { replace: inDetailPanel, inDetailPanel })
}

const buildTabUrl = <Tab extends string>(path: string, tabs: readonly Tab[], tab: Tab): string =>
  tab === tabs[0] ? path : `${path}/${tab}`

export function DetailScreenTabs<Tab extends string>({ label, path, tabs, current }: DetailTabsProps<Tab>) {
  const names = tabs.map(({ tab }) => tab)
  const show = useNavigateToDetailTab(path, names)
  return (
    <nav aria-label={label} className="scrolls-sideways -mx-1 overflow-x-auto border-b border-line">
      <ul className="flex">
        {tabs.map(({ tab, label: name, isMarked = false }) => {
          const href = buildTabUrl(path, names, tab)
          return (
            <li key={tab}>
              <a
                ref={tab === current ? keepTabInView : undefined}
                href={href}
                aria-current={tab === current ? 'page' : undefined}
                onFocus={({ currentTarget }) => scrollTabIntoView(currentTarget)}
                onClick={(event) => {
                  if (!isPlainClick(event)) return
                  event.preventDefault()
                  show(tab)
                }}
                className="inline-flex min-h-10 items-center border-b-2 border-transparent px-3 text-small whitespace-nowrap text-soft transition-colors hover:text-ink aria-[current]:border-seal aria-[current]:font-semibold aria-[current]:text-seal pointer-coarse:min-h-11"
              >
                {name}
                {isMarked && (
                  <span aria-hidden="true" className="ml-1.5 size-1.5 rounded-full border border-amber bg-amber" />
                )}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Browsers leave a focused link where it is if a part of it is visible. */
export function scrollTabIntoView(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The strip has its final width only after fonts and lazy content are loaded. */
function keepTabInView(link: HTMLElement | null): (() => void) | undefined {
  const strip = link?.closest('nav')
  if (!link || !strip) return undefined
  const observer = new ResizeObserver(() => {
    const [tab, visible] = [link.getBoundingClientRect(), strip.getBoundingClientRect()]
    strip.scrollLeft += (tab.left + tab.right - visible.left - visible.right) / 2
  })
  observer.observe(strip)
  observer.observe(link)
  return () => observer.disconnect()
}

/** @returns the first tab by default, or null if the tab is unknown */
export function useCurrentDetailTab<const Tab extends string>(tabs: readonly Tab[]): Tab | null {
  const { tab } = useParams({ strict: false }) as { tab?: string }
  return tab === undefined ? (tabs[0] ?? null) : (tabs.slice(1).find((known) => known === tab) ?? null)
}
