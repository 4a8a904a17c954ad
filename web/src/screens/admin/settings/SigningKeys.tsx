// The keys that sign, and the two ways to have others: in good time, which nobody notices, or at once, where one was stolen.
import { useState } from 'react'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange } from '../queries.ts'
import { Table } from '../Table.tsx'
import type { Settings } from './settings.ts'

export function SigningKeys({ keys }: Pick<Settings, 'keys'>) {
  const { keys: words } = useChapter('adminSettings')
  const lacking = useLacking('settings.change')
  const announce = useAnnounce()
  const [asking, setAsking] = useState<'rotate' | 'replace' | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const change = useAdminChange('rotateKeys', ['readSettings', 'readFigures', 'listEvents'], ({ made }) => {
    setAsking(null)
    setDone(words.made(made))
    announce(words.made(made))
  })
  const cancel = () => {
    setAsking(null)
    change.reset()
  }
  const states: Readonly<Record<string, string>> = words.states
  return (
    <Section title={words.title}>
      <p className="max-w-[60ch] text-soft">{words.text}</p>
      {done !== null && <Notice tone="verified" title={done} />}
      <Table
        label={words.list}
        columns={[
          {
            id: 'id',
            head: words.columns.id,
            isHead: true,
            cell: ({ id }) => <code className="font-mono text-caption break-all select-all">{id}</code>,
          },
          { id: 'algorithm', head: words.columns.algorithm, cell: ({ algorithm }) => algorithm },
          { id: 'state', head: words.columns.state, cell: ({ state }) => states[state] ?? state },
          { id: 'created', head: words.columns.created, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
          { id: 'active', head: words.columns.active, cell: ({ activeFrom }) => <RelativeTime at={activeFrom} /> },
          {
            id: 'retires',
            head: words.columns.retires,
            cell: ({ retiresAt }) => (retiresAt === null ? null : <RelativeTime at={retiresAt} />),
          },
        ]}
        items={keys}
        keyOf={({ id }) => id}
      />
      <div className="flex flex-wrap items-start gap-3">
        <Button disabledReason={lacking} onClick={() => setAsking('rotate')}>
          {words.rotate}
        </Button>
        <Button look="danger" disabledReason={lacking} onClick={() => setAsking('replace')}>
          {words.replace}
        </Button>
      </div>
      {asking === 'rotate' && (
        <ConfirmDialog
          title={words.rotateTitle}
          confirmLabel={words.rotate}
          change={change}
          onConfirm={() => change.mutate({ body: { immediately: false } })}
          onCancel={cancel}
        >
          {words.rotateText}
        </ConfirmDialog>
      )}
      {asking === 'replace' && (
        <ConfirmDialog
          title={words.replaceTitle}
          confirmLabel={words.replace}
          word={words.replaceWord}
          change={change}
          onConfirm={() => change.mutate({ body: { immediately: true } })}
          onCancel={cancel}
        >
          {words.replaceText}
        </ConfirmDialog>
      )}
    </Section>
  )
}
