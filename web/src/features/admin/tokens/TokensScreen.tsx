// The tokens by which programs do something here in somebody's name: one's own, and for an owner everybody's.
import { useState } from 'react'
import type { AdminToken } from '@countersign/api/admin-calls'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { useTranslations } from 'use-intl'
import { AdminList } from '../AdminList.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange, useAdminList } from '../queries.ts'
import { SecretOnce } from '../SecretOnce.tsx'
import { searched, useView } from '../workbench/use-address.ts'
import { ListHead } from '../workbench/ListHead.tsx'
import { MakeToken } from './MakeToken.tsx'
import { translateKnown } from '../../../i18n/translate.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { useNow } from '../../../api/clock.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { PersonLink } from '../workbench/PersonLink.tsx'
import type { Column } from '../Table.tsx'

const forms = { search: searched, order: ['asc', 'desc'] } as const

export function TokensScreen() {
  const t = useTranslations()
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
      <ListHead
        title={t('adminTokens.title')}
        about={seesAll ? `${t('adminTokens.intro')} ${t('adminTokens.ofAll')}` : t('adminTokens.intro')}
      >
        <Button look="main" disabledReason={lacking} onClick={() => setIsMaking(true)}>
          {t('adminTokens.make')}
        </Button>
      </ListHead>
      {made && (
        <SecretOnce
          title={t('adminTokens.made', { name: cleanText(made.token.name, 64) })}
          label={t('adminTokens.secret')}
          secret={made.secret}
          about={t('adminTokens.use')}
          onKept={() => {
            setMade(null)
            focusPageHeading()
          }}
        />
      )}
      <AdminList
        label={t('adminTokens.list')}
        query={tokens}
        columns={columns}
        keyOf={({ id }) => id}
        search={{ hint: t('adminTokens.search'), value: view.search, onSearch: (search) => choose({ search }) }}
        sorting={{ sort: view.order && 'made', order: view.order, onSort: (_, order) => choose({ order }) }}
        isNarrow={view.search !== undefined}
        onClear={clear}
        empty={<EmptyState title={t('adminTokens.emptyTitle')}>{t('adminTokens.emptyText')}</EmptyState>}
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
  const t = useTranslations()
  const announce = useAnnounce()
  const name = cleanText(token.name, 64) || t('adminTokens.unnamed')
  const change = useAdminChange('revokeToken', ['listTokens'], () => {
    announce(t('adminTokens.revoked', { name }))
    onClose()
    // The button that was pressed is gone with what it revoked.
    setTimeout(focusPageHeading)
  })
  return (
    <ConfirmDialog
      title={t('adminTokens.revokeTitle', { name })}
      confirmLabel={t('adminTokens.revoke')}
      change={change}
      onConfirm={() => change.mutate({ params: { id: token.id } })}
      onCancel={onClose}
    >
      {t('adminTokens.revokeText')}
    </ConfirmDialog>
  )
}

function useTokenColumns(onRevoke: (token: AdminToken) => void): Column<AdminToken>[] {
  const t = useTranslations()
  const now = useNow()
  const lacking = useLacking('tokens.own')
  const nameOf = ({ name }: AdminToken) => cleanText(name, 64) || t('adminTokens.unnamed')
  const stateOf = ({ revokedAt, expiresAt }: AdminToken) =>
    revokedAt !== null ? 'revoked' : Date.parse(expiresAt) <= now ? 'expired' : 'live'
  return [
    {
      id: 'name',
      head: t('adminTokens.columns.name'),
      isHead: true,
      cell: (token) => <span className="font-semibold">{nameOf(token)}</span>,
    },
    {
      id: 'may',
      head: t('adminTokens.columns.may'),
      cell: ({ permissions }) =>
        permissions
          .map((permission) => translateKnown(t, 'adminTokens.permissions', permission) ?? cleanText(permission, 40))
          .join(', '),
    },
    {
      id: 'madeBy',
      head: t('adminTokens.columns.madeBy'),
      cell: ({ madeBy }) => <PersonLink person={madeBy} size={22} />,
    },
    {
      id: 'made',
      head: t('adminTokens.columns.made'),
      sort: 'made',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    { id: 'expires', head: t('adminTokens.columns.expires'), cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
    {
      id: 'used',
      head: t('adminTokens.columns.used'),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('adminTokens.never') : <RelativeTime at={lastUsedAt} />),
    },
    {
      id: 'state',
      isAction: true,
      head: t('adminTokens.columns.state'),
      cell: (token) =>
        stateOf(token) === 'live' ? (
          <Button
            small
            disabledReason={lacking}
            aria-label={t('adminTokens.revokeNamed', { name: nameOf(token) })}
            onClick={() => onRevoke(token)}
          >
            {t('adminTokens.revoke')}
          </Button>
        ) : (
          <Badge tone="attention">{t(`adminTokens.states.${stateOf(token)}`)}</Badge>
        ),
    },
  ]
}
