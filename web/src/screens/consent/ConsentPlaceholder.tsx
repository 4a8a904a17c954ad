// Holds the place of the document while it is being read.
import { Band } from '../../ui/Band.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Sheet } from '../../ui/Section.tsx'
import { useTranslations } from 'use-intl'

export function ConsentPlaceholder() {
  const t = useTranslations()
  return (
    <Sheet className="overflow-hidden">
      <Band className="text-seal opacity-45" />
      <div className="sr-only">
        <PageHeading title={t('applications.consent.reading')} />
      </div>
      <div aria-hidden="true" className="skeleton grid min-h-120 content-start gap-5 px-5 py-6">
        <span className="size-16 rounded-full bg-sunk" />
        <span className="h-6 w-4/5 rounded-control bg-sunk" />
        <span className="h-4 w-3/5 rounded-control bg-sunk" />
        <span className="h-4 w-2/5 rounded-control bg-sunk" />
        <span className="h-4 w-3/5 rounded-control bg-sunk" />
      </div>
    </Sheet>
  )
}
