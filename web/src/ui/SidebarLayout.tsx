import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { SignedInPageIcon } from './SignedInPageIcon.tsx'
import { LanguageSelect } from './LanguageSelect.tsx'
import { isPlainClick } from './is-plain-click.ts'
import { OperatorPolicyLinks } from './OperatorPolicyLinks.tsx'
import { BrandLogoAndName } from './BrandLogoAndName.tsx'
import { useDisclosure } from './use-disclosure.ts'
import { useTranslations } from 'use-intl'

interface NavigationItem {
  href: string
  label: string
  icon: ReactNode
  isCurrent: boolean
}

interface SidebarLayoutProps {
  label: string
  items: readonly NavigationItem[]
  onNavigate: (href: string) => void
  moreLabel: string
  signOutControls: ReactNode
  isWide?: boolean
  children: ReactNode
}

export function SidebarLayout({
  label,
  items,
  onNavigate,
  moreLabel,
  signOutControls,
  isWide = false,
  children,
}: SidebarLayoutProps) {
  const t = useTranslations()
  useEffect(() => {
    for (const event of ['pointerover', 'focusin']) addEventListener(event, loadFocusKeeper, { once: true })
  }, [])
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[12.5rem_1fr]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-20 focus:rounded-control focus:bg-sheet focus:px-3 focus:py-2"
      >
        {t('ui.skipToContent')}
      </a>
      <header className="flex flex-wrap items-center justify-between gap-4 border-line px-5 py-3 md:sticky md:top-0 md:h-dvh md:flex-col md:flex-nowrap md:items-stretch md:justify-start md:gap-8 md:border-r md:px-4 md:py-6">
        <a href="/" className="flex min-h-8 items-center gap-2.5 font-serif font-medium text-ink md:px-3">
          <BrandLogoAndName size={28} />
        </a>
        <nav
          aria-label={label}
          className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)] max-[19rem]:static max-[19rem]:w-full md:static md:border-0 md:bg-transparent md:pb-0"
        >
          <ul className="flex *:flex-auto max-[19rem]:flex-wrap max-[19rem]:gap-x-4 md:grid md:gap-1">
            {items.map((item, place) => (
              <li key={item.href} className={place < maxBarItems ? '' : 'hidden md:block'}>
                <NavigationLink item={item} onNavigate={onNavigate} />
              </li>
            ))}
            <li className="md:hidden">
              <MoreMenu label={moreLabel} items={items.slice(maxBarItems)} onNavigate={onNavigate} />
            </li>
          </ul>
        </nav>
        <div className="md:mt-auto">{signOutControls}</div>
      </header>
      <div className="flex min-w-0 flex-col pb-20 md:pb-0">
        <main
          id="content"
          tabIndex={-1}
          className={`w-full flex-1 px-5 pt-4 pb-10 outline-none md:px-8 md:pt-6 ${isWide ? 'max-w-[80rem] has-data-workbench:max-w-none' : 'max-w-[50rem]'}`}
        >
          {children}
        </main>
        <footer className="flex flex-wrap items-center justify-end gap-x-6 px-5 py-3">
          <OperatorPolicyLinks />
          <LanguageSelect />
        </footer>
      </div>
    </div>
  )
}

/**
 * Loaded with the first input, because pages must stay light. Without it, focus can get lost. Not with the first
 * click: Firefox keeps no page in its bfcache that is left while a request runs.
 */
function loadFocusKeeper(): void {
  import('./keep-focus-after-removal.ts').then(
    ({ keepFocusAfterRemoval }) => keepFocusAfterRemoval(),
    () => undefined,
  )
}

const maxBarItems = 4

const place =
  'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 rounded-control text-caption text-soft transition-colors hover:text-ink ' +
  'aria-[current]:font-semibold aria-[current]:text-seal md:min-h-10 md:flex-row md:justify-start md:gap-3 md:px-3 md:text-body md:hover:bg-sunk md:aria-[current]:bg-seal-tint'

const menuItemClass =
  'flex min-h-11 items-center gap-3 rounded-control px-3 text-body text-ink transition-colors hover:bg-sunk aria-[current]:font-semibold aria-[current]:text-seal'

function MoreMenu({
  label,
  items,
  onNavigate,
}: {
  label: string
  items: readonly NavigationItem[]
  onNavigate: (href: string) => void
}) {
  const { isOpen, setIsOpen, button, containerProps } = useDisclosure()
  const isThisBrowser = items.some((item) => item.isCurrent)
  return (
    <div {...containerProps}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-current={isThisBrowser ? 'true' : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className={place}
      >
        <SignedInPageIcon name="more" />
        {label}
      </button>
      {isOpen && (
        // The area is focusable, so that a tap between two links does not count as leaving.
        <ul
          tabIndex={-1}
          className="absolute right-2 bottom-full mb-2 grid max-[19rem]:static min-w-44 gap-1 rounded-sheet border border-line bg-sheet p-2 shadow-lg outline-none"
        >
          {items.map((item) => (
            <li key={item.href}>
              <NavigationLink
                item={item}
                isRow
                onNavigate={(href) => {
                  setIsOpen(false)
                  onNavigate(href)
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function NavigationLink({
  item,
  isRow = false,
  onNavigate,
}: {
  item: NavigationItem
  isRow?: boolean
  onNavigate: (href: string) => void
}) {
  return (
    <a
      href={item.href}
      aria-current={item.isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        onNavigate(item.href)
      }}
      className={isRow ? menuItemClass : place}
    >
      {item.icon}
      {item.label}
    </a>
  )
}
