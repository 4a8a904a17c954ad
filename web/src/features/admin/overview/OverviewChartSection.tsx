import { useId } from 'react'
import type { ReactNode } from 'react'

export function OverviewChartSection({
  title,
  aside,
  isCompact = false,
  children,
}: {
  title: string
  aside?: ReactNode
  /** Puts the title and one line of text into one row. */
  isCompact?: boolean
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className={isCompact ? 'flex flex-wrap items-center gap-x-4 gap-y-1' : 'grid grid-cols-1 content-start gap-2'}
    >
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
