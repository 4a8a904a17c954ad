// What an address of the administration shows that leads nowhere.
import { adminPaths } from '../../admin-paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { useChapter } from '../../words/use-words.ts'

export function AdminNotFound() {
  const words = useChapter('admin').notFound
  return (
    <PublicLayout>
      <Message title={words.title} text={words.text}>
        <ButtonLink look="main" href={adminPaths.overview()}>
          {words.overview}
        </ButtonLink>
      </Message>
    </PublicLayout>
  )
}
