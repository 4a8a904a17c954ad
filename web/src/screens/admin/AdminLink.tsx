// A link to another place of the administration, which does not load the document anew.
import type { ReactNode } from 'react'
import { isPlainClick } from '../../ui/plain-click.ts'
import { useGo } from './use-address.ts'

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
  return (
    <a
      href={href}
      aria-label={label}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        go(href)
      }}
      className={className ?? 'text-seal underline decoration-1 underline-offset-4'}
    >
      {children}
    </a>
  )
}
