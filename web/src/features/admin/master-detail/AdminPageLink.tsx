// Client-side link within the admin console; in a list row it opens the detail panel.
import { useContext } from 'react'
import type { ReactNode } from 'react'
import { TableCellKindContext, useRowTabIndex } from '../../../ui/table-cell-kind-context.ts'
import { isPlainClick } from '../../../ui/is-plain-click.ts'
import { useAdminNavigate } from './admin-url-state.ts'
import { isUrlPathWithin } from './is-url-path-within.ts'
import { useMasterDetailListPaneContext } from './master-detail-react-contexts.ts'

interface AdminLinkProps {
  href: string
  /** Accessible name, if the visible text is not enough. */
  label?: string
  isCurrent?: boolean
  className?: string
  children: ReactNode
}

export function AdminPageLink({ href, label, isCurrent = false, className, children }: AdminLinkProps) {
  const go = useAdminNavigate()
  const isHead = useContext(TableCellKindContext) === 'head'
  const tabIndex = useRowTabIndex()
  const list = useMasterDetailListPaneContext()
  const masterList = isHead ? list : null
  const isOpen = typeof masterList?.openPath === 'string' && isUrlPathWithin(masterList.openPath, href)
  return (
    <a
      href={href}
      aria-label={label}
      aria-current={isCurrent || isOpen ? 'true' : undefined}
      data-row={isHead ? '' : undefined}
      tabIndex={tabIndex}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        // `detail` is 0 if the click comes from the keyboard.
        if (masterList) masterList.openInPanel(href, event.detail === 0)
        else go(href)
      }}
      className={className ?? 'text-seal underline decoration-1 underline-offset-4'}
    >
      {children}
    </a>
  )
}
