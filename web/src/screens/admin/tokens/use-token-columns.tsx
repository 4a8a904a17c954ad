// What the list of tokens says of each.
import { translateKnown } from '../../../i18n/translate.ts'
import type { AdminToken } from '@countersign/api/admin-calls'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { useNow } from '../../../ui/clock.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { useLacking } from '../Guarded.tsx'
import { PersonLink } from '../PersonLink.tsx'
import type { Column } from '../Table.tsx'

export function useTokenColumns(onRevoke: (token: AdminToken) => void): Column<AdminToken>[] {
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
