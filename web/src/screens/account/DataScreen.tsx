// What is kept of the person who is signed in: all of it as a file, and the way to erase it.
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useChapter } from '../../words/use-words.ts'

export function DataScreen() {
  const words = useChapter('account').data
  return <PageHeading title={words.title} />
}
