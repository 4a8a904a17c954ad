// Renames a view, shares it, or takes it away. One that another shares can only be taken away, and by an owner alone.
import { useState } from 'react'
import { problemToSay } from '../../../answers.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { useLacking } from '../Guarded.tsx'
import { namePerson } from '../PersonLink.tsx'
import { useAdminChange } from '../queries.ts'
import { nameFault, ViewFields } from './ViewFields.tsx'
import type { SavedView } from './view.ts'

export function ViewEditor({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const words = useChapter('admin').views
  const announce = useAnnounce()
  const lacking = useLacking('settings.change')
  const [name, setName] = useState(view.name)
  const [shared, setShared] = useState(view.shared)
  const done = (what: string) => () => {
    announce(what)
    onClose()
  }
  const change = useAdminChange('changeView', ['listViews'], done(words.saved))
  const remove = useAdminChange('removeView', ['listViews'], done(words.removed))
  const params = { id: view.id }
  const fault = nameFault(words, name)
  const problem = problemToSay(change.error) ?? problemToSay(remove.error)
  return (
    <Dialog title={words.editTitle} onClose={onClose}>
      <form
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (view.by !== null || fault !== null || change.isPending) return
          // Who is an owner no longer keeps what they shared, and shares nothing anew.
          change.mutate({ params, body: { name: name.trim(), ...(shared !== view.shared && { shared }) } })
        }}
      >
        {view.by === null ? (
          <ViewFields name={name} shared={shared} fault={fault} onName={setName} onShared={setShared} />
        ) : (
          <p className="text-soft">{words.sharedBy(namePerson(view.by))}</p>
        )}
        {problem && <ErrorState problem={problem} />}
        <div className="flex flex-wrap items-start justify-end gap-3">
          <Button
            look="danger"
            disabledReason={view.by === null ? undefined : lacking}
            busyLabel={remove.isPending ? words.saving : undefined}
            onClick={() => remove.mutate({ params })}
          >
            {words.remove}
          </Button>
          {view.by === null && (
            <Button type="submit" look="main" busyLabel={change.isPending ? words.saving : undefined}>
              {words.keep}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
