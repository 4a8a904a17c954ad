// Which wallet one application knows, and the way to change it.
import { useState } from 'react'
import type { Grant } from '@countersign/api/calls'
import { shownName } from '../../applications/shown-name.ts'
import { WalletLine, WalletRadios } from '../../applications/WalletRadios.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useChapter } from '../../words/use-words.ts'
import { useChangeKnownWallet } from './change-known-wallet.ts'
import { useWallets } from './queries.ts'

export function KnownWallet({ grant }: { grant: Grant }) {
  const words = useChapter('knownWallet')
  const [isChanging, setIsChanging] = useState(false)
  const { wallet, toldWallet } = grant
  if (wallet === null && !toldWallet) return null
  return (
    <section className="grid gap-1">
      <h3 className="font-sans text-caption text-soft">{words.title}</h3>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
        {wallet === null ? <p className="text-small text-soft">{words.notYet}</p> : <WalletLine wallet={wallet} />}
        {toldWallet && (
          <Button
            small
            aria-label={words.changeNamed(shownName(grant.application))}
            onClick={() => setIsChanging(true)}
          >
            {words.change}
          </Button>
        )}
      </div>
      {wallet?.linked === false && <p className="text-small text-amber">{words.unlinked}</p>}
      {isChanging && <ChangeDialog grant={grant} onClose={() => setIsChanging(false)} />}
    </section>
  )
}

function ChangeDialog({ grant, onClose }: { grant: Grant; onClose: () => void }) {
  const words = useChapter('knownWallet')
  const all = useWallets().data?.pages.flatMap(({ items }) => items) ?? []
  const wallets = all.filter(({ id }) => grant.choosable.includes(id))
  const known = grant.wallet?.linked === true ? grant.wallet.id : null
  const [chosen, setChosen] = useState(known)
  const change = useChangeKnownWallet(onClose)
  const name = shownName(grant.application)
  const wallet = wallets.find(({ id }) => id === chosen)
  return (
    <Dialog title={words.which(name)} onClose={onClose}>
      <p className="text-small text-soft">{words.changeText}</p>
      {wallets.length === 0 ? (
        <p className="text-small">{words.none}</p>
      ) : (
        <WalletRadios
          legend={words.which(name)}
          isLegendSaid
          wallets={wallets}
          chosen={chosen}
          marks={(id) => (id === grant.wallet?.id ? [words.known] : [])}
          onChoose={setChosen}
        />
      )}
      {wallets.length > 0 && wallets.length < all.length && (
        <p className="text-small text-soft">{words.onlySome(name)}</p>
      )}
      {grant.wallet !== null && chosen !== grant.wallet.id && chosen !== null && (
        <p className="text-small">{words.learnsBoth(name)}</p>
      )}
      {change.error && <ErrorState problem={change.error.problem} />}
      <Button
        look="main"
        busyLabel={change.isPending ? words.saving : undefined}
        onClick={() => (wallet === undefined || wallet.id === known ? onClose() : change.mutate({ grant, wallet }))}
      >
        {words.save}
      </Button>
    </Dialog>
  )
}
