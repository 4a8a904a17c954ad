import { useId } from 'react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/PageSection.tsx'

export function MessageInspectorResultSection({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="min-w-0">
      <Card className="grid min-w-0 grid-cols-1 gap-3 px-4 py-4 sm:px-5">
        <h3 id={heading} className="text-lead">
          {title}
        </h3>
        {children}
      </Card>
    </section>
  )
}

export function MessageInspectorResultItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-x-4 sm:grid-cols-[9.5rem_1fr]">
      <dt className="text-small text-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

export function VerbatimMonospaceText({ children }: { children: string }) {
  return <code className="font-mono text-small whitespace-pre-wrap [overflow-wrap:anywhere]">{children}</code>
}
