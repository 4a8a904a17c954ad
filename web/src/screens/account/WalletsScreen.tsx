// The wallets with which a person can sign in here.
import type { Wallet } from '@countersign/api/calls'
import { Address } from '../../ui/Address.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Badge, ListRow } from '../../ui/List.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Day, RelativeTime } from '../../ui/RelativeTime.tsx'
import { useChapter } from '../../words/use-words.ts'
import { PagedList } from './PagedList.tsx'
import { useWallets } from './queries.ts'

export function WalletsScreen() {
  const words = useChapter('account').wallets
  const wallets = useWallets()
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <PageHeading title={words.title} />
        <p className="max-w-[60ch] text-soft">{words.intro}</p>
      </div>
      <PagedList
        label={words.title}
        query={wallets}
        empty={<EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>}
        renderRow={(wallet) => <WalletRow key={wallet.id} wallet={wallet} />}
      />
    </div>
  )
}

function WalletRow({ wallet }: { wallet: Wallet }) {
  const words = useChapter('account').wallets
  return (
    <ListRow head={<Address address={wallet.address} name={wallet.label} />} action={wallet.primary && <Badge>{words.primary}</Badge>}>
      <p className="flex flex-wrap gap-x-5 text-small text-soft sm:pl-13">
        <span>
          {words.linked} <Day at={wallet.linkedAt} />
        </span>
        <span>
          {words.lastUsed} <RelativeTime at={wallet.lastUsedAt} />
        </span>
      </p>
    </ListRow>
  )
}
