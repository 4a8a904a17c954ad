import { useId } from 'react'
import type { ReactNode } from 'react'

export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`rounded-sheet border border-line bg-sheet ${className}`}>{children}</div>
}

interface PageSectionProps {
  title: string
  /** In the row of the title. */
  aside?: string
  children: ReactNode
}

export function PageSection({ title, aside, children }: PageSectionProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={heading} className="text-lead">
          {title}
        </h2>
        {aside !== undefined && <p className="text-small text-soft">{aside}</p>}
      </div>
      {children}
    </section>
  )
}
