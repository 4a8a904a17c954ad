// The mark of the site: a picture in place of the rosette.
import { useRef, useState } from 'react'
import { limits } from '@countersign/api/limits'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Sheet } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { useLacking } from '../Guarded.tsx'
import { problemToSay, useAdminChange } from '../queries.ts'
import { readAsBase64 } from '../read-as-base64.ts'

export function MarkChoice({ mark }: { mark: string | null }) {
  const { branding: words } = useChapter('adminSettings')
  const lacking = useLacking('settings.change')
  const announce = useAnnounce()
  const input = useRef<HTMLInputElement>(null)
  const [isTooLarge, setIsTooLarge] = useState(false)
  const set = useAdminChange('setMark', ['readSettings'], () => announce(words.markDone))
  const remove = useAdminChange('removeMark', ['readSettings'], () => announce(words.markRemoved))
  const problem = problemToSay(set.error ?? remove.error)

  async function choose(file: File | undefined) {
    if (file === undefined) return
    set.reset()
    remove.reset()
    setIsTooLarge(file.size > limits.logoBytes.max)
    if (file.size <= limits.logoBytes.max) set.mutate({ body: { content: await readAsBase64(file) } })
  }

  return (
    <Sheet className="grid gap-3 px-4 py-4 sm:px-5">
      <p className="font-semibold">{words.mark}</p>
      <p className="text-small text-soft">{words.markText}</p>
      <div className="flex flex-wrap items-center gap-4">
        {mark !== null && <img src={mark} alt="" width={64} height={64} className="size-16 object-contain" />}
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
        <Button disabledReason={lacking} busyLabel={set.isPending ? words.saving : undefined} onClick={() => input.current?.click()}>
          {words.choose}
        </Button>
        {mark !== null && (
          <Button disabledReason={lacking} busyLabel={remove.isPending ? words.saving : undefined} onClick={() => remove.mutate({})}>
            {words.removeMark}
          </Button>
        )}
      </div>
      {isTooLarge && (
        <p role="alert" className="text-small text-red">
          {words.tooLarge(Math.floor(limits.logoBytes.max / 1024))}
        </p>
      )}
      {problem && <ErrorState problem={problem} />}
    </Sheet>
  )
}
