import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import { useState } from 'react'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { PageSection } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { ConfirmAdminActionDialog } from '../ConfirmAdminActionDialog.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminMutation } from '../admin-query-hooks.ts'
import { Table } from '../Table.tsx'
import type { ServerSettingsResponse } from './server-settings-response-type.ts'

export function OidcSigningKeysSection({ keys }: Pick<ServerSettingsResponse, 'keys'>) {
  const t = useTranslations()
  const disabledReason = useMissingPermissionReason('settings.change')
  const announce = useAnnounce()
  const [asking, setAsking] = useState<'rotate' | 'replace' | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const mutation = useAdminMutation('rotateKeys', ['readSettings', 'readMetrics', 'listEvents'], ({ made }) => {
    setAsking(null)
    setDone(t('adminSettings.keys.made', { count: made }))
    announce(t('adminSettings.keys.made', { count: made }))
  })
  const cancel = () => {
    setAsking(null)
    mutation.reset()
  }
  return (
    <PageSection title={t('adminSettings.keys.title')}>
      <p className="max-w-[60ch] text-soft">{t('adminSettings.keys.text')}</p>
      {done !== null && <InlineNotice tone="verified" title={done} />}
      <Table
        label={t('adminSettings.keys.list')}
        columns={[
          {
            id: 'id',
            head: t('adminSettings.keys.columns.id'),
            isRowHeader: true,
            cell: ({ id }) => <code className="font-mono text-caption break-all select-all">{id}</code>,
          },
          { id: 'algorithm', head: t('adminSettings.keys.columns.algorithm'), cell: ({ algorithm }) => algorithm },
          {
            id: 'state',
            head: t('adminSettings.keys.columns.state'),
            cell: ({ state }) => translateKnownServerCode(t, 'adminSettings.keys.states', state) ?? state,
          },
          {
            id: 'created',
            head: t('adminSettings.keys.columns.created'),
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
          {
            id: 'active',
            head: t('adminSettings.keys.columns.active'),
            cell: ({ activeFrom }) => <RelativeTime at={activeFrom} />,
          },
          {
            id: 'retires',
            head: t('adminSettings.keys.columns.retires'),
            cell: ({ retiresAt }) =>
              retiresAt === null ? t('adminSettings.keys.open') : <RelativeTime at={retiresAt} />,
          },
        ]}
        items={keys}
        getKey={({ id }) => id}
      />
      <div className="flex flex-wrap items-start gap-3">
        <Button disabledReason={disabledReason} onClick={() => setAsking('rotate')}>
          {t('adminSettings.keys.rotate')}
        </Button>
        <Button look="danger" disabledReason={disabledReason} onClick={() => setAsking('replace')}>
          {t('adminSettings.keys.replace')}
        </Button>
      </div>
      {asking === 'rotate' && (
        <ConfirmAdminActionDialog
          title={t('adminSettings.keys.rotateTitle')}
          confirmLabel={t('adminSettings.keys.rotate')}
          mutation={mutation}
          onConfirm={() => mutation.mutate({ body: { immediately: false } })}
          onCancel={cancel}
        >
          {t('adminSettings.keys.rotateText')}
        </ConfirmAdminActionDialog>
      )}
      {asking === 'replace' && (
        <ConfirmAdminActionDialog
          title={t('adminSettings.keys.replaceTitle')}
          confirmLabel={t('adminSettings.keys.replace')}
          confirmationText={t('adminSettings.keys.replaceWord')}
          mutation={mutation}
          onConfirm={() => mutation.mutate({ body: { immediately: true } })}
          onCancel={cancel}
        >
          {t('adminSettings.keys.replaceText')}
        </ConfirmAdminActionDialog>
      )}
    </PageSection>
  )
}
