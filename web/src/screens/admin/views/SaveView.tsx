// Keeps the view that is shown under a name.
import { useState } from 'react'
import { problemToSay } from '../../../answers.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useChapter, useWords } from '../../../words/use-words.ts'
import { useAdminChange } from '../queries.ts'
import { nameFault, ViewFields } from './ViewFields.tsx'
import type { ListName } from './view.ts'

export function SaveView({ list, search, onClose }: { list: ListName; search: string; onClose: () => void }) {
  const words = useChapter('admin').views
  const { ui } = useWords()
  const announce = useAnnounce()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const fault = nameFault(words, name)
  const save = useAdminChange('saveView', ['listViews'], () => {
    announce(words.saved)
    onClose()
  })
  const problem = problemToSay(save.error)
  return (
    <Dialog title={words.save} onClose={onClose}>
      <form
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setIsTried(true)
          if (fault === null && !save.isPending)
            save.mutate({ body: { list, name: name.trim(), query: search, shared } })
        }}
      >
        <p className="text-soft">{words.saveText}</p>
        <ViewFields name={name} shared={shared} fault={isTried ? fault : null} onName={setName} onShared={setShared} />
        {problem && <ErrorState problem={problem} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" look="main" busyLabel={save.isPending ? words.saving : undefined}>
            {words.keep}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
