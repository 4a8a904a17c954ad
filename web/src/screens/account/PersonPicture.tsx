// What a person looks like here, and the ways to change it: a picture of their own, or the rosette.
import { useId, useRef } from 'react'
import type { Person } from '@countersign/api/calls'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Portrait } from '../../ui/Portrait.tsx'
import { useChapter } from '../../words/use-words.ts'
import { useRemovePicture, useSetPicture } from './change-person.ts'

const size = 168

export function PersonPicture({ person }: { person: Person }) {
  const words = useChapter('person').picture
  const file = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const hint = useId()
  const set = useSetPicture()
  const remove = useRemovePicture()
  const problem = set.error?.problem ?? remove.error?.problem ?? null

  function send(chosen: File | undefined) {
    // The same file can be chosen once more, and counts once more.
    if (file.current) file.current.value = ''
    if (!chosen) return
    remove.reset()
    set.mutate(chosen)
  }

  function takeAway() {
    set.reset()
    // The button goes with the picture; the other one stays.
    choose.current?.focus()
    remove.mutate()
  }

  return (
    <div className="grid justify-items-center gap-3">
      <Portrait person={person} size={size} />
      <input
        ref={file}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        onChange={({ target }) => send(target.files?.[0])}
      />
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          ref={choose}
          small
          aria-describedby={hint}
          busyLabel={set.isPending ? words.sending : undefined}
          onClick={() => file.current?.click()}
        >
          {person.picture === null ? words.choose : words.change}
        </Button>
        {person.picture !== null && (
          <Button small busyLabel={remove.isPending ? words.removing : undefined} onClick={takeAway}>
            {words.remove}
          </Button>
        )}
      </div>
      <p id={hint} className="max-w-[24ch] text-center text-caption text-soft">
        {words.hint}
      </p>
      {set.data === null && (
        <Notice tone="failure" title={words.unreadable}>
          <p>{words.unreadableAction}</p>
        </Notice>
      )}
      {problem && <ErrorState problem={problem} />}
    </div>
  )
}
