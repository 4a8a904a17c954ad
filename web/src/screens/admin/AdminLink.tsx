// A link to another place of the administration, which does not load the document anew.
import type { ReactNode } from 'react'
import { isPlainClick } from '../../ui/plain-click.ts'
import { useGo } from './use-address.ts'

/** @param label for screen readers, where the words on the screen would not say enough */
export function AdminLink({ href, label, className, children }: { href: string; label?: string; className?: string; children: ReactNode }) {
  const go = useGo()
  return (
    <a
      href={href}
      aria-label={label}
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
