// The way to the administration, for whoever has a role in it; nobody else is shown that there is one.
import { useQuery } from '@tanstack/react-query'
import { callAdmin } from '../../admin-api.ts'
import { answerOf } from '../../answers.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { useChapter } from '../../words/use-words.ts'

export function AdminLink() {
  const words = useChapter('account')
  // Asked once a page: a role that is taken away meanwhile leaves a link behind that leads to a page which says so.
  const admin = useQuery({
    queryKey: ['readAdmin', {}],
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => answerOf(await callAdmin('readAdmin', { signal })),
  })
  if (!admin.data || admin.data.roles.length === 0) return null
  return (
    <span className="text-small md:px-3">
      <TextLink href={paths.admin}>{words.administration}</TextLink>
    </span>
  )
}
