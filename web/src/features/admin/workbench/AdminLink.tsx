// A link to another place of the administration, which does not load the document anew. At the head of a row of a list it opens what it leads to beside the list.
import { useContext } from 'react'
import type { ReactNode } from 'react'
import { InRow, useRowTabIndex } from '../../../ui/in-row.ts'
import { isPlainClick } from '../../../ui/plain-click.ts'
import { useGo } from './use-address.ts'
import { isWithin } from './is-within.ts'
import { useListSide } from './workbench-context.ts'

interface AdminLinkProps {
  href: string
  /** For screen readers, where the words on the screen would not say enough. */
  label?: string
  /** Whether it is what is shown now. */
  isCurrent?: boolean
  className?: string
  children: ReactNode
}

export function AdminLink({ href, label, isCurrent = false, className, children }: AdminLinkProps) {
  const go = useGo()
  const isHead = useContext(InRow) === 'head'
  const tabIndex = useRowTabIndex()
  const list = useListSide()
  const beside = isHead ? list : null
  const isOpen = typeof beside?.open === 'string' && isWithin(beside.open, href)
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
        if (beside) beside.show(href, event.detail === 0)
        else go(href)
      }}
      className={className ?? 'text-seal underline decoration-1 underline-offset-4'}
    >
      {children}
    </a>
  )
}
