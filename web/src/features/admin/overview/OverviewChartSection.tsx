import { useId } from 'react'
import type { ReactNode } from 'react'

export function OverviewChartSection({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 content-start gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={heading} className="text-lead">
          {title}
        </h2>
        {aside !== undefined && <p className="text-small text-soft tabular-nums">{aside}</p>}
      </div>
      {children}
    </section>
  )
}
