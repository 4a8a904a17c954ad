// A wallet that speaks several chain families asks which account is meant: the one used last stands first.
import type { ReactNode } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useWords } from '../../words/use-words.ts'
import type { DrawChains, Entry } from '../found-wallet.ts'

const names = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' }

const nameOf = ({ namespace }: Entry): string => names[namespace ?? 'eip155']

export const chainChoice =
  (entries: readonly Entry[]): DrawChains =>
  (recentKey, choose) => <ChainChoice entries={entries} recentKey={recentKey} onChoose={choose} />

interface ChainChoiceProps {
  entries: readonly Entry[]
  recentKey: string | null
  onChoose: (entry: Entry) => void
}

function ChainChoice({ entries, recentKey, onChoose }: ChainChoiceProps): ReactNode {
  const words = useWords().signIn
  const inOrder = entries.toSorted((one, other) => Number(other.key === recentKey) - Number(one.key === recentKey))
  return (
    <ul aria-label={inOrder.map(nameOf).join(', ')} className="divide-y divide-line border-t border-line bg-sunk">
      {inOrder.map((entry) => (
        <li key={entry.id}>
          <button
            type="button"
            onClick={() => onChoose(entry)}
            className="flex min-h-12 w-full items-center gap-3 py-2 pr-4 pl-17 text-left -outline-offset-2 transition-colors hover:bg-sheet active:bg-sheet"
          >
            <span className="flex-1">{nameOf(entry)}</span>
            {entry.key === recentKey && <Badge>{words.lastUsed}</Badge>}
            <Icon name="next" size={18} className="text-soft" />
          </button>
        </li>
      ))}
    </ul>
  )
}
