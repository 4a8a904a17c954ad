import { useId } from 'react'
import type { ReactNode } from 'react'

export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`rounded-sheet border border-line bg-sheet ${className}`}>{children}</div>
}

export function PageSection({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-3">
      <h2 id={heading} className="text-lead">
        {title}
      </h2>
      {children}
    </section>
  )
}
