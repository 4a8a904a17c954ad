// The logo of an application: chosen from the disk, and shown at once where people will see it.
import { useRef, useState } from 'react'
import { limits } from '@countersign/api/limits'
import { ApplicationMark } from '../../../applications/ApplicationMark.tsx'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { useLacking } from '../Guarded.tsx'
import { problemToSay, useAdminChange } from '../queries.ts'
import { readAsBase64 } from '../read-as-base64.ts'
import { refresh } from './ApplicationScreen.tsx'
import type { ApplicationInFull } from './ApplicationScreen.tsx'

export function ApplicationLogo({ application }: { application: ApplicationInFull }) {
  const words = useChapter('adminApplications').logo
  const lacking = useLacking('applications.change')
  const announce = useAnnounce()
  const input = useRef<HTMLInputElement>(null)
  const [isTooLarge, setIsTooLarge] = useState(false)
  const params = { application: application.id }
  const set = useAdminChange('setApplicationLogo', refresh, () => announce(words.done))
  const remove = useAdminChange('removeApplicationLogo', refresh, () => announce(words.removed))
  const problem = problemToSay(set.error ?? remove.error)

  async function choose(file: File | undefined) {
    if (file === undefined) return
    set.reset()
    remove.reset()
    setIsTooLarge(file.size > limits.logoBytes.max)
    if (file.size <= limits.logoBytes.max) set.mutate({ params, body: { content: await readAsBase64(file) } })
  }

  return (
    <Section title={words.title}>
      <p className="max-w-[60ch] text-soft">{words.text}</p>
      <Sheet className="flex flex-wrap items-center gap-4 px-4 py-4 sm:px-5">
        <ApplicationMark key={application.logo} application={application} size={64} />
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label={words.choose}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            void choose(target.files?.[0])
            // The same file can be chosen again.
            target.value = ''
          }}
        />
        <Button disabledReason={lacking} busyLabel={set.isPending ? words.choose : undefined} onClick={() => input.current?.click()}>
          {words.choose}
        </Button>
        {application.logo !== null && (
          <Button disabledReason={lacking} busyLabel={remove.isPending ? words.remove : undefined} onClick={() => remove.mutate({ params })}>
            {words.remove}
          </Button>
        )}
      </Sheet>
      {isTooLarge && (
        <p role="alert" className="text-red">
          {words.tooLarge(Math.floor(limits.logoBytes.max / 1024))}
        </p>
      )}
      {problem && <ErrorState problem={problem} />}
    </Section>
  )
}
