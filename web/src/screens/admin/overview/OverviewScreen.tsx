// Under way.
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useChapter } from '../../../words/use-words.ts'

export function OverviewScreen() {
  const words = useChapter('adminOverview')
  return <PageHeading title={words.title} />
}
