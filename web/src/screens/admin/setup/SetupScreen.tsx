// Under way.
import { PublicLayout } from '../../../ui/PublicLayout.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useChapter } from '../../../words/use-words.ts'

export function SetupScreen() {
  const words = useChapter('setup')
  return (
    <PublicLayout>
      <PageHeading title={words.title} className="text-display" />
    </PublicLayout>
  )
}
