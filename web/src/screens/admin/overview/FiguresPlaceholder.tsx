// Holds the place of the figures while they are counted, so that nothing jumps when they come.
import { Sheet } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'

export function FiguresPlaceholder() {
  const t = useTranslations()
  return (
    <div className="on-its-way grid gap-8">
      <p role="status" className="sr-only">
        {t('ui.loading')}
      </p>
      <div aria-hidden="true" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {[0, 1, 2, 3].map((place) => (
          <Sheet key={place} className="grid gap-3 px-4 py-4">
            <span className="h-4 w-1/2 rounded-control bg-sunk" />
            <span className="h-8 w-1/3 rounded-control bg-sunk" />
          </Sheet>
        ))}
      </div>
      <Sheet className="h-72">{null}</Sheet>
    </div>
  )
}
