// What an address shows that leads nowhere.
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { useChapter } from '../../words/use-words.ts'

export function NotFoundScreen() {
  const words = useChapter('entrance').notFound
  return (
    <PublicLayout>
      <Message title={words.title} text={words.text}>
        <ButtonLink look="main" href={paths.front}>
          {words.front}
        </ButtonLink>
      </Message>
    </PublicLayout>
  )
}
