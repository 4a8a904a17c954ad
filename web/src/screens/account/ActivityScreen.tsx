// What happened to the person who is signed in, the newest first.
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useChapter } from '../../words/use-words.ts'

export function ActivityScreen() {
  const words = useChapter('account').activity
  return <PageHeading title={words.title} />
}
