// The logo of an application: chosen from the disk, and shown at once where people will see it.
import { LogoOrRosette } from '../../../applications/LogoOrRosette.tsx'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { useLacking } from '../Guarded.tsx'
import { PictureChoice } from '../PictureChoice.tsx'
import { useAdminChange } from '../queries.ts'
import { refresh } from './application-in-full.ts'
import type { ApplicationInFull } from './application-in-full.ts'

export function ApplicationLogo({ application }: { application: ApplicationInFull }) {
  const words = useChapter('adminApplications').logo
  const lacking = useLacking('applications.change')
  const announce = useAnnounce()
  const params = { application: application.id }
  const set = useAdminChange('setApplicationLogo', refresh, () => announce(words.done))
  const remove = useAdminChange('removeApplicationLogo', refresh, () => announce(words.removed))
  return (
    <Section title={words.title}>
      <p className="max-w-[60ch] text-soft">{words.text}</p>
      <Sheet className="grid gap-3 px-4 py-4 sm:px-5">
        <PictureChoice
          picture={<LogoOrRosette key={application.logo} application={application} size={64} />}
          canRemove={application.logo !== null}
          words={words}
          lacking={lacking}
          set={set}
          remove={remove}
          onChoose={(content) => set.mutate({ params, body: { content } })}
          onRemove={() => remove.mutate({ params })}
        />
      </Sheet>
    </Section>
  )
}
