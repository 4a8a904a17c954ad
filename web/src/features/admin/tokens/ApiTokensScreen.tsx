// Everyone sees their own tokens, and owners see all tokens.
import { useState } from 'react'
import type { AdminApiToken } from '@countersign/api/admin-api-endpoints'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { useTranslations } from 'use-intl'
import { SearchableAdminTable } from '../SearchableAdminTable.tsx'
import { ConfirmAdminActionDialog } from '../ConfirmAdminActionDialog.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminMutation, useAdminListQuery } from '../admin-query-hooks.ts'
import { OneTimeSecretNotice } from '../OneTimeSecretNotice.tsx'
import { adminSearchTextPattern, useAdminUrlQueryParameters } from '../master-detail/admin-url-state.ts'
import { ListScreenHeader } from '../master-detail/ListScreenHeader.tsx'
import { CreateApiTokenDialog } from './CreateApiTokenDialog.tsx'
import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { useNow } from '../../../api/server-synced-clock.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { PersonLink } from '../master-detail/PersonLink.tsx'
import type { TableColumn } from '../Table.tsx'

const urlPatterns = { search: adminSearchTextPattern, order: ['asc', 'desc'] } as const

export function ApiTokensScreen() {
  const t = useTranslations()
  const disabledReason = useMissingPermissionReason('tokens.own')
  const seesAll = useMissingPermissionReason('tokens.all') === undefined
  const { view, setFilters, clear } = useAdminUrlQueryParameters(urlPatterns)
  const tokens = useAdminListQuery('listApiTokens', { query: view })
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<{ token: AdminApiToken; secret: string } | null>(null)
  const [revoking, setRevoking] = useState<AdminApiToken | null>(null)
  const columns = useTokenColumns(setRevoking)
  return (
    <div data-workbench="" className="grid grid-cols-1 gap-3">
      <ListScreenHeader
        title={t('adminTokens.title')}
        about={seesAll ? `${t('adminTokens.intro')} ${t('adminTokens.ofAll')}` : t('adminTokens.intro')}
      >
        <Button look="main" disabledReason={disabledReason} onClick={() => setIsMaking(true)}>
          {t('adminTokens.make')}
        </Button>
      </ListScreenHeader>
      {made && (
        <OneTimeSecretNotice
          title={t('adminTokens.made', { name: sanitizeDisplayText(made.token.name, 64) })}
          label={t('adminTokens.secret')}
          secret={made.secret}
          about={t('adminTokens.use')}
          onSaved={() => {
            setMade(null)
            focusPageHeading()
          }}
        />
      )}
      <SearchableAdminTable
        label={t('adminTokens.list')}
        query={tokens}
        columns={columns}
        getKey={({ id }) => id}
        search={{ hint: t('adminTokens.search'), value: view.search, onSearch: (search) => setFilters({ search }) }}
        sorting={{ sort: view.order && 'made', order: view.order, onSort: (_, order) => setFilters({ order }) }}
        isFiltered={view.search !== undefined}
        onClear={clear}
        empty={<EmptyListPanel title={t('adminTokens.emptyTitle')}>{t('adminTokens.emptyText')}</EmptyListPanel>}
      />
      {isMaking && (
        <CreateApiTokenDialog
          onClose={() => setIsMaking(false)}
          onCreated={(answer) => {
            setIsMaking(false)
            setMade(answer)
          }}
        />
      )}
      {revoking && <RevokeTokenDialog token={revoking} onClose={() => setRevoking(null)} />}
    </div>
  )
}

function RevokeTokenDialog({ token, onClose }: { token: AdminApiToken; onClose: () => void }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const name = sanitizeDisplayText(token.name, 64) || t('adminTokens.unnamed')
  const mutation = useAdminMutation('revokeApiToken', ['listApiTokens'], () => {
    announce(t('adminTokens.revoked', { name }))
    onClose()
    setTimeout(focusPageHeading)
  })
  return (
    <ConfirmAdminActionDialog
      title={t('adminTokens.revokeTitle', { name })}
      confirmLabel={t('adminTokens.revoke')}
      mutation={mutation}
      onConfirm={() => mutation.mutate({ params: { id: token.id } })}
      onCancel={onClose}
    >
      {t('adminTokens.revokeText')}
    </ConfirmAdminActionDialog>
  )
}

function useTokenColumns(onRevoke: (token: AdminApiToken) => void): TableColumn<AdminApiToken>[] {
  const t = useTranslations()
  const now = useNow()
  const disabledReason = useMissingPermissionReason('tokens.own')
  const nameOf = ({ name }: AdminApiToken) => sanitizeDisplayText(name, 64) || t('adminTokens.unnamed')
  const stateOf = ({ revokedAt, expiresAt }: AdminApiToken) =>
    revokedAt !== null ? 'revoked' : Date.parse(expiresAt) <= now ? 'expired' : 'live'
  return [
    {
      id: 'name',
      head: t('adminTokens.columns.name'),
      isRowHeader: true,
      cell: (token) => (
        <span className="grid">
          <span className="font-semibold">{nameOf(token)}</span>
          {token.isLogin && <span className="text-caption text-soft">{t('adminTokens.byLogin')}</span>}
        </span>
      ),
    },
    {
      id: 'may',
      head: t('adminTokens.columns.may'),
      cell: ({ permissions }) =>
        permissions
          .map(
            (permission) =>
              translateKnownServerCode(t, 'adminTokens.permissions', permission) ?? sanitizeDisplayText(permission, 40),
          )
          .join(', '),
    },
    {
      id: 'createdBy',
      head: t('adminTokens.columns.createdBy'),
      cell: ({ createdBy }) => <PersonLink person={createdBy} size={22} />,
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
            disabledReason={disabledReason}
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
