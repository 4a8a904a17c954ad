// Gives a wallet a name, in the row where it stands.
import { useEffect, useRef, useState } from 'react'
import type { Wallet } from '@countersign/api/calls'
import { Button } from '../../ui/Button.tsx'
import { problemWords } from '../../ui/problem-words.ts'
import { TextField } from '../../ui/TextField.tsx'
import { useChapter, useWords } from '../../words/use-words.ts'
import { problemToSay, useRenameWallet } from './change-wallets.ts'

export function WalletNameForm({ wallet, onDone }: { wallet: Wallet; onDone: () => void }) {
  const all = useWords()
  const words = useChapter('wallets')
  const rename = useRenameWallet()
  const [name, setName] = useState(wallet.label ?? '')
  const field = useRef<HTMLInputElement>(null)
  const problem = problemToSay(rename.error)
  const fault = problem && problemWords(all, problem)

  useEffect(() => field.current?.select(), [])

  const save = () => {
    const label = name.trim() === '' ? null : name.trim()
    if (label === wallet.label) return onDone()
    rename.mutate({ id: wallet.id, label }, { onSuccess: onDone })
  }

  return (
    <form
      className="grid max-w-md gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!rename.isPending) save()
      }}
    >
      <TextField
        ref={field}
        label={words.name}
        hint={words.nameHint}
        fault={fault && `${fault.title} ${fault.action}`}
        value={name}
        maxLength={64}
        autoComplete="off"
        onKeyDown={({ key }) => key === 'Escape' && onDone()}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="main" busyLabel={rename.isPending ? words.saving : undefined}>
          {words.save}
        </Button>
        <Button onClick={onDone}>{all.ui.cancel}</Button>
      </div>
    </form>
  )
}
