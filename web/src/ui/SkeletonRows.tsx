import { Card } from './PageSection.tsx'
import { useTranslations } from 'use-intl'

interface SkeletonRowsProps {
  rows?: number
  /** Whether the rows overlay the page, as in a menu, so that content below stays visible. */
  isOverlay?: boolean
}

export function SkeletonRows({ rows = 3, isOverlay = false }: SkeletonRowsProps) {
  const t = useTranslations()
  return (
    <Card className={isOverlay ? '' : 'on-its-way'}>
      <p role="status" className="sr-only">
        {t('ui.loading')}
      </p>
      <div aria-hidden="true" className="divide-y divide-line">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex items-center gap-3 px-4 py-4 sm:px-5">
            <span className="size-10 rounded-full bg-sunk" />
            <span className="grid flex-1 gap-2">
              <span className="h-4 w-2/5 rounded-control bg-sunk" />
              <span className="h-3 w-3/5 rounded-control bg-sunk" />
            </span>
          </div>
        ))}
      </div>
    </Card>
  )
}
