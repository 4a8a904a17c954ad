import type { Translate } from '../../i18n/ui-translation-functions.ts'
import { useState } from 'react'
import type { ApiPasskey } from '@countersign/api/api-endpoints'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { CardListRow } from '../../ui/CardList.tsx'
import { FormattedDate, RelativeTime } from '../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { getPasskeyLabel } from './suggest-passkey-name.ts'
import { useRestoreFocus } from '../../ui/use-restore-focus.ts'
import { useRenamePasskey } from './passkey-mutation-hooks.ts'
import { RenameSignInMethodForm } from './RenameSignInMethodForm.tsx'

interface PasskeyRowProps {
  passkey: ApiPasskey
  isCurrent: boolean
  removeDisabledReason: string | undefined
  isNaming: boolean
  isRemoving: boolean
  onName: () => void
  onNamed: () => void
  onRemove: () => void
}

export function OwnPasskeyListRow({
  passkey,
  isCurrent,
  removeDisabledReason,
  isNaming,
  isRemoving,
  onName,
  onNamed,
  onRemove,
}: PasskeyRowProps) {
  const t = useTranslations()
  const [isAsking, setIsAsking] = useState(false)
  const name = getPasskeyLabel(t, passkey)
  const rename = useRestoreFocus(isNaming)
  return (
    <CardListRow
      head={
        <div className="flex items-center gap-3">
          <Icon name="passkey" size={24} className="text-soft" />
          <h2 className="font-sans font-semibold [overflow-wrap:anywhere]">{name}</h2>
        </div>
      }
      action={isCurrent && <Badge>{t('passkeys.current')}</Badge>}
    >
      <div className="grid gap-3 sm:pl-9">
        <div className="grid gap-0.5 text-small text-soft">
          <p className={passkey.backedUp ? '' : 'text-amber'}>{describeBackup(t, passkey)}</p>
          <p className="flex flex-wrap gap-x-5">
            <span>
              {t('passkeys.made')} <FormattedDate at={passkey.createdAt} />
            </span>
            <span>
              {t('passkeys.lastUsed')} <RelativeTime at={passkey.lastUsedAt} />
            </span>
          </p>
        </div>
        {isNaming ? (
          <PasskeyNameForm passkey={passkey} onDone={onNamed} />
        ) : (
          <div className="flex flex-wrap items-start gap-2">
            <Button ref={rename} aria-label={t('passkeys.renameNamed', { name })} small onClick={onName}>
              {t('passkeys.rename')}
            </Button>
            <Button
              aria-label={t('passkeys.removeNamed', { name })}
              small
              disabledReason={removeDisabledReason}
              busyLabel={isRemoving ? t('passkeys.removing') : undefined}
              onClick={() => setIsAsking(true)}
            >
              {t('passkeys.remove')}
            </Button>
          </div>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('passkeys.confirmTitle', { name })}
          confirmLabel={t('passkeys.confirm')}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            onRemove()
          }}
        >
          <p>{t('passkeys.confirmText')}</p>
          {isCurrent && <p className="mt-3 font-semibold text-ink">{t('passkeys.confirmSignedOut')}</p>}
        </ConfirmDialog>
      )}
    </CardListRow>
  )
}

function describeBackup(t: Translate, { isSynced, backedUp }: ApiPasskey): string {
  if (backedUp) return t('passkeys.keptEverywhere')
  return isSynced ? t('passkeys.keptNotYet') : t('passkeys.keptOnce')
}

function PasskeyNameForm({ passkey, onDone }: { passkey: ApiPasskey; onDone: () => void }) {
  return <RenameSignInMethodForm item={passkey} texts="passkeys" rename={useRenamePasskey()} onDone={onDone} />
}
