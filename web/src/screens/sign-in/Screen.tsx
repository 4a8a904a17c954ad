// The sign-in screen.
import { PageHeading } from '../../ui/PageHeading.tsx'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { useWords } from '../../words/use-words.ts'

export function SignInScreen() {
  const words = useWords()
  return (
    <PublicLayout>
      <PageHeading title={words.signIn.title} />
    </PublicLayout>
  )
}
