// The tokens by which programs do something here in somebody's name: one's own, and for an owner everybody's.
import { useState } from 'react'
import type { AdminToken } from '@countersign/api/admin-calls'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { useChapter } from '../../../words/use-words.ts'
import { AdminList } from '../AdminList.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange, useAdminList } from '../queries.ts'
import { SecretOnce } from '../SecretOnce.tsx'
import { searched, useView } from '../use-address.ts'
import { ListHead } from '../workbench/ListHead.tsx'
import { MakeToken } from './MakeToken.tsx'
import { useTokenColumns } from './use-token-columns.tsx'

const forms = { search: searched, order: ['asc', 'desc'] } as const

export function TokensScreen() {
  const words = useChapter('adminTokens')
  const lacking = useLacking('tokens.own')
  const seesAll = useLacking('tokens.all') === undefined
  const { view, choose, clear } = useView(forms)
  const tokens = useAdminList('listTokens', { query: view })
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<{ token: AdminToken; secret: string } | null>(null)
  const [revoking, setRevoking] = useState<AdminToken | null>(null)
  const columns = useTokenColumns(setRevoking)
  return (
    <div data-workbench="" className="grid grid-cols-1 gap-3">
      <ListHead title={words.title} about={seesAll ? `${words.intro} ${words.ofAll}` : words.intro}>
        <Button look="main" disabledReason={lacking} onClick={() => setIsMaking(true)}>
          {words.make}
        </Button>
      </ListHead>
      {made && (
        <SecretOnce
          title={words.made(cleanText(made.token.name, 64))}
          label={words.secret}
          secret={made.secret}
          about={words.use}
          onKept={() => {
            setMade(null)
            focusPageHeading()
          }}
        />
      )}
      <AdminList
        label={words.list}
        query={tokens}
        columns={columns}
        keyOf={({ id }) => id}
        search={{ hint: words.search, value: view.search, onSearch: (search) => choose({ search }) }}
        sorting={{ sort: view.order && 'made', order: view.order, onSort: (_, order) => choose({ order }) }}
        isNarrow={view.search !== undefined}
        onClear={clear}
        empty={<EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>}
      />
      {isMaking && (
        <MakeToken
          onClose={() => setIsMaking(false)}
          onMade={(answer) => {
            setIsMaking(false)
            setMade(answer)
          }}
        />
      )}
      {revoking && <RevokeToken token={revoking} onClose={() => setRevoking(null)} />}
    </div>
  )
}

function RevokeToken({ token, onClose }: { token: AdminToken; onClose: () => void }) {
  const words = useChapter('adminTokens')
  const announce = useAnnounce()
  const name = cleanText(token.name, 64) || words.unnamed
  const change = useAdminChange('revokeToken', ['listTokens'], () => {
    announce(words.revoked(name))
    onClose()
    // The button that was pressed is gone with what it revoked.
    setTimeout(focusPageHeading)
  })
  return (
    <ConfirmDialog
      title={words.revokeTitle(name)}
      confirmLabel={words.revoke}
      change={change}
      onConfirm={() => change.mutate({ params: { id: token.id } })}
      onCancel={onClose}
    >
      {words.revokeText}
    </ConfirmDialog>
  )
}
