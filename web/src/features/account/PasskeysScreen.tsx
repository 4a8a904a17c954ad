// The passkeys with which a person can sign in here, and the way to add one.
import { useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import type { Passkey } from '@countersign/api/calls'
import { problemToSay } from '../../api/answers.ts'
import { canUsePasskeys } from '../sign-in/passkey/can-use-passkeys.ts'
import { paths } from '../../api/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { List } from '../../ui/List.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { useAddPasskey, useRemovePasskey } from './change-passkeys.ts'
import { useMerges } from './merges.ts'
import { PasskeyOutcome } from './PasskeyOutcome.tsx'
import { PasskeyRow } from './PasskeyRow.tsx'
import { usePasskeys, useWallets } from './queries.ts'
import { useSignedIn } from './signed-in.ts'

export function PasskeysScreen() {
  const t = useTranslations()
  const passkeys = usePasskeys()
  // One that was just added elsewhere on these pages is named here.
  const [added, setAdded] = useState(useLocation({ select: ({ hash }) => hash }))
  const [renamed, setRenamed] = useState('')
  const adding = useAddPasskey(({ id }) => setAdded(id))
  const items = passkeys.data?.items ?? []
  const isNaming = items.some(({ id }) => id === added || id === renamed)
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <PageHeading title={t('account.passkeys.title')} />
        <p className="max-w-[60ch] text-soft">
          {passkeys.data?.items.length === 0 ? t('passkeys.introNone') : t('passkeys.intro')}{' '}
          <TextLink href={paths.lost('passkey')}>{t('person.lost')}</TextLink>
        </p>
      </div>
      {passkeys.error && <ErrorState problem={passkeys.error.problem} onRetry={() => passkeys.refetch()} />}
      {passkeys.data ? (
        <>
          <AddButton items={items} most={passkeys.data.most} isMain={!isNaming} adding={adding} />
          <PasskeyOutcome adding={adding} />
          {items.some(({ id }) => id === added) && (
            <Notice tone="verified" title={t('passkeys.added')}>
              <p>{t('passkeys.addedText')}</p>
            </Notice>
          )}
          <PasskeyList
            items={items}
            named={[added, renamed]}
            onName={setRenamed}
            onNamed={() => {
              setAdded('')
              setRenamed('')
            }}
          />
        </>
      ) : (
        !passkeys.error && <SkeletonRows />
      )}
    </div>
  )
}

interface AddButtonProps {
  items: readonly Passkey[]
  most: number
  /** Whether nothing else is to be done first. */
  isMain: boolean
  adding: ReturnType<typeof useAddPasskey>
}

function AddButton({ items, most, isMain, adding }: AddButtonProps) {
  const t = useTranslations()
  const hindrance = canUsePasskeys()
    ? items.length >= most
      ? t('passkeys.full', { most })
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
  items: readonly Passkey[]
  /** Those that are being named. */
  named: readonly string[]
  onName: (id: string) => void
  onNamed: () => void
}

function PasskeyList({ items, named, onName, onNamed }: PasskeyListProps) {
  const t = useTranslations()
  const { session } = useSignedIn()
  const wallets = useWallets()
  const merges = useMerges()
  const remove = useRemovePasskey()
  const problem = problemToSay(remove.error)
  // Until the wallets and the merges are known, the server is the one to say so.
  // A held wallet is no way in.
  const isLast =
    items.length === 1 && wallets.data?.pages.every((page) => page.items.every(({ held }) => held !== null)) === true
  const hindrance = merges.data?.items.length ? t('passkeys.mergeOpen') : isLast ? t('passkeys.lastWayIn') : undefined
  if (items.length === 0) return <EmptyState title={t('passkeys.emptyTitle')}>{t('passkeys.emptyText')}</EmptyState>
  return (
    <>
      {problem && <ErrorState problem={problem} />}
      <List label={t('account.passkeys.title')}>
        {items.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            isCurrent={session.passkey?.id === passkey.id}
            hindrance={hindrance}
            isNaming={named.includes(passkey.id)}
            isRemoving={remove.isPending && remove.variables.id === passkey.id}
            onName={() => onName(passkey.id)}
            onNamed={onNamed}
            onRemove={() => remove.mutate(passkey)}
          />
        ))}
      </List>
    </>
  )
}
