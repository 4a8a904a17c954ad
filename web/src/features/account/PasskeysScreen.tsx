import { useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import type { ApiPasskey } from '@countersign/api/api-endpoints'
import { getDisplayableApiProblem } from '../../api/query-client.ts'
import { canUsePasskeys } from '../sign-in/passkeys/can-use-passkeys.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyListPanel } from '../../ui/EmptyListPanel.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { CardList } from '../../ui/CardList.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { useAddPasskey, useRemovePasskey } from './passkey-mutation-hooks.ts'
import { useUndoableIdentityMerges } from './identity-merge-query-hooks.ts'
import { AddPasskeyFailureNotice } from './AddPasskeyFailureNotice.tsx'
import { AutomaticPasskeySetting } from './AutomaticPasskeySetting.tsx'
import { OwnPasskeyListRow } from './OwnPasskeyListRow.tsx'
import { useOwnPasskeys, useOwnWallets } from './account-query-hooks.ts'
import { useSignedInAccount } from './signed-in-account-context.ts'

export function PasskeysScreen() {
  const t = useTranslations()
  const passkeys = useOwnPasskeys()
  // The URL fragment is the id of a passkey that was just added on another page and needs a name.
  const [added, setAdded] = useState(useLocation({ select: ({ hash }) => hash }))
  const [renamed, setRenamed] = useState('')
  const adding = useAddPasskey(({ id }) => setAdded(id))
  const items = passkeys.data?.items ?? []
  const isNaming = items.some(({ id }) => id === added || id === renamed)
  const addButton = passkeys.data && (
    <AddPasskeyButton items={items} max={passkeys.data.most} isMain={!isNaming} adding={adding} />
  )
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <PageHeading title={t('account.passkeys.title')} />
        <p className="max-w-[60ch] text-soft">
          {passkeys.data?.items.length === 0 ? t('passkeys.introNone') : t('passkeys.intro')}{' '}
          <TextLink href={frontEndPagePaths.recoveryHelp('passkey')}>{t('person.lost')}</TextLink>
        </p>
      </div>
      {passkeys.error && <LoadErrorPanel problem={passkeys.error.problem} onRetry={() => passkeys.refetch()} />}
      {passkeys.data ? (
        <>
          {items.length === 0 ? (
            <EmptyListPanel title={t('passkeys.emptyTitle')}>
              <p className="mb-4">{t('passkeys.emptyText')}</p>
              {addButton}
            </EmptyListPanel>
          ) : (
            addButton
          )}
          <AddPasskeyFailureNotice adding={adding} />
          {items.some(({ id }) => id === added) && (
            <InlineNotice tone="verified" title={t('passkeys.added')}>
              <p>{t('passkeys.addedText')}</p>
            </InlineNotice>
          )}
          <PasskeyList
            items={items}
            renamingIds={[added, renamed]}
            onName={setRenamed}
            onNamed={() => {
              setAdded('')
              setRenamed('')
            }}
          />
          <AutomaticPasskeySetting />
        </>
      ) : (
        !passkeys.error && <SkeletonRows />
      )}
    </div>
  )
}

interface AddPasskeyButtonProps {
  items: readonly ApiPasskey[]
  max: number
  isMain: boolean
  adding: ReturnType<typeof useAddPasskey>
}

function AddPasskeyButton({ items, max, isMain, adding }: AddPasskeyButtonProps) {
  const t = useTranslations()
  const hindrance = canUsePasskeys()
    ? items.length >= max
      ? t('passkeys.full', { most: max })
      : undefined
    : `${t('passkeys.unsupported')} ${t('passkeys.unsupportedText')}`
  return (
    <div>
      <Button
        look={isMain ? 'main' : 'quiet'}
        disabledReason={hindrance}
        busyLabel={adding.busyLabel}
        onClick={() => adding.mutate(items)}
      >
        {t('passkeys.add')}
      </Button>
    </div>
  )
}

interface PasskeyListProps {
  items: readonly ApiPasskey[]
  renamingIds: readonly string[]
  onName: (id: string) => void
  onNamed: () => void
}

function PasskeyList({ items, renamingIds, onName, onNamed }: PasskeyListProps) {
  const t = useTranslations()
  const { session } = useSignedInAccount()
  const wallets = useOwnWallets()
  const merges = useUndoableIdentityMerges()
  const remove = useRemovePasskey()
  const problem = getDisplayableApiProblem(remove.error)
  // Until everything has loaded, only the server checks this. A wallet on hold is ignored.
  const isLast =
    items.length === 1 &&
    wallets.data?.pages.every((page) => page.items.every(({ hold: held }) => held !== null)) === true
  const removeDisabledReason = merges.data?.items.length
    ? t('passkeys.mergeOpen')
    : isLast
      ? t('passkeys.lastWayIn')
      : undefined
  if (items.length === 0) return problem && <LoadErrorPanel problem={problem} />
  return (
    <>
      {problem && <LoadErrorPanel problem={problem} />}
      <CardList label={t('account.passkeys.title')}>
        {items.map((passkey) => (
          <OwnPasskeyListRow
            key={passkey.id}
            passkey={passkey}
            isCurrent={session.passkey?.id === passkey.id}
            removeDisabledReason={removeDisabledReason}
            isNaming={renamingIds.includes(passkey.id)}
            isRemoving={remove.isPending && remove.variables.id === passkey.id}
            onName={() => onName(passkey.id)}
            onNamed={onNamed}
            onRemove={() => remove.mutate(passkey)}
          />
        ))}
      </CardList>
    </>
  )
}
