// The passkeys with which a person can sign in here.
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useChapter } from '../../words/use-words.ts'

export function PasskeysScreen() {
  const words = useChapter('account').passkeys
  return <PageHeading title={words.title} />
}
