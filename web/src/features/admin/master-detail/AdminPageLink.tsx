// A link to another place of the administration, which does not load the document anew. At the head of a row of a list it opens what it leads to beside the list.
import { useContext } from 'react'
import type { ReactNode } from 'react'
import { TableCellKindContext, useRowTabIndex } from '../../../ui/table-cell-kind-context.ts'
import { isPlainClick } from '../../../ui/is-plain-click.ts'
import { useAdminNavigate } from './admin-url-state.ts'
import { isUrlPathWithin } from './is-url-path-within.ts'
import { useMasterDetailListPaneContext } from './master-detail-react-contexts.ts'

interface AdminLinkProps {
  href: string
  /** For screen readers, where the words on the screen would not say enough. */
  label?: string
  /** Whether it is what is shown now. */
  isCurrent?: boolean
  className?: string
  children: ReactNode
}

export function AdminPageLink({ href, label, isCurrent = false, className, children }: AdminLinkProps) {
  const go = useAdminNavigate()
  const isHead = useContext(TableCellKindContext) === 'head'
  const tabIndex = useRowTabIndex()
  const list = useMasterDetailListPaneContext()
  const beside = isHead ? list : null
  const isOpen = typeof beside?.openPath === 'string' && isUrlPathWithin(beside.openPath, href)
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
        // A press of a key is a click without a place.
        if (beside) beside.openInPanel(href, event.detail === 0)
        else go(href)
      }}
      className={className ?? 'text-seal underline decoration-1 underline-offset-4'}
    >
      {children}
    </a>
  )
}
