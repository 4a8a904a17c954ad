// Holds the place of the document while it is being read.
import { Band } from '../../ui/Band.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Sheet } from '../../ui/Section.tsx'
import { useChapter } from '../../words/use-words.ts'

export function ConsentPlaceholder() {
  const words = useChapter('applications').consent
  return (
    <Sheet className="overflow-hidden">
      <Band className="text-seal opacity-45" />
      <div className="sr-only">
        <PageHeading title={words.reading} />
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
