// The passkeys with which a person can sign in here, and the way to add one.
import { useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import type { Passkey } from '@countersign/api/calls'
import { canUsePasskeys } from '../../passkey/can-use-passkeys.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { List } from '../../ui/List.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useChapter } from '../../words/use-words.ts'
import { problemToSay, useAddPasskey, useRemovePasskey } from './change-passkeys.ts'
import { PasskeyOutcome } from './PasskeyOutcome.tsx'
import { PasskeyRow } from './PasskeyRow.tsx'
import { usePasskeys, useWallets } from './queries.ts'
import { useSignedIn } from './signed-in.ts'

export function PasskeysScreen() {
  const { title } = useChapter('account').passkeys
  const words = useChapter('passkeys')
  const passkeys = usePasskeys()
  // One that was just added elsewhere on these pages is named here.
  const [added, setAdded] = useState(useLocation({ select: ({ hash }) => hash }))
  const adding = useAddPasskey(({ id }) => setAdded(id))
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <PageHeading title={title} />
        <p className="max-w-[60ch] text-soft">{words.intro}</p>
      </div>
      {passkeys.error && <ErrorState problem={passkeys.error.problem} onRetry={() => passkeys.refetch()} />}
      {passkeys.data ? (
        <>
          <AddButton items={passkeys.data.items} most={passkeys.data.most} adding={adding} />
          <PasskeyOutcome adding={adding} />
          {passkeys.data.items.some(({ id }) => id === added) && (
            <Notice tone="verified" title={words.added}>
              <p>{words.addedText}</p>
            </Notice>
          )}
          <PasskeyList items={passkeys.data.items} added={added} onNamed={() => setAdded('')} />
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
  adding: ReturnType<typeof useAddPasskey>
}

function AddButton({ items, most, adding }: AddButtonProps) {
  const words = useChapter('passkeys')
  const hindrance = canUsePasskeys() ? (items.length >= most ? words.full(most) : undefined) : `${words.unsupported} ${words.unsupportedText}`
  return (
    <div>
      <Button look="main" disabledReason={hindrance} busyLabel={adding.isPending ? words.adding : undefined} onClick={() => adding.mutate(items)}>
        {words.add}
      </Button>
    </div>
  )
}

/** @param added the one that was just added, which is to be named */
function PasskeyList({ items, added, onNamed }: { items: readonly Passkey[]; added: string; onNamed: () => void }) {
  const { title } = useChapter('account').passkeys
  const words = useChapter('passkeys')
  const { session } = useSignedIn()
  const wallets = useWallets()
  const remove = useRemovePasskey()
  const [renamed, setRenamed] = useState<string | null>(null)
  const problem = problemToSay(remove.error)
  // Until the wallets are known, the server is the one to say so.
  const isLast = items.length === 1 && wallets.data?.pages.every((page) => page.items.length === 0) === true
  if (items.length === 0) return <EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>
  return (
    <>
      {problem && <ErrorState problem={problem} />}
      <List label={title}>
        {items.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            isCurrent={session.passkey?.id === passkey.id}
            isLastWayIn={isLast}
            isNaming={passkey.id === added || passkey.id === renamed}
            isRemoving={remove.isPending && remove.variables.id === passkey.id}
            onName={() => setRenamed(passkey.id)}
            onNamed={() => {
              setRenamed(null)
              if (passkey.id === added) onNamed()
            }}
            onRemove={() => remove.mutate(passkey)}
          />
        ))}
      </List>
    </>
  )
}
