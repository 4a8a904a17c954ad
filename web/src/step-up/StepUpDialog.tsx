// The dialog in which a person confirms that it is them, by a wallet of theirs.
import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CallAnswer } from '@countersign/api/calls'
import type { Problem } from '@countersign/api/problem'
import { toChecksumAddress } from '@countersign/message'
import { writeMessage } from '@countersign/message/write-message'
import { call } from '../api.ts'
import type { ClientProblem } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { discoverWallets } from '../wallet/discover.ts'
import { toHexadecimal } from '../wallet/driver.ts'
import { loadDemonstrationWallet } from '../wallet/load-demonstration-wallet.ts'
import { readAccounts } from '../wallet/provider.ts'
import type { Provider } from '../wallet/provider.ts'
import { useChapter, useWords } from '../words/use-words.ts'

interface StepUpDialogProps {
  onConfirmed: (signedIn: CallAnswer<'stepUp'>) => void
  onDismiss: () => void
}

export function StepUpDialog({ onConfirmed, onDismiss }: StepUpDialogProps) {
  const { ui, signIn } = useWords()
  const words = useChapter('stepUp')
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const [discovery] = useState(() =>
    discoverWallets({
      target: window,
      ethereum: () => Reflect.get(window, 'ethereum'),
      after: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds)
        return () => clearTimeout(timer)
      },
    }),
  )
  const { wallets } = useSyncExternalStore(discovery.subscribe, discovery.getSnapshot)
  const [problem, setProblem] = useState<Problem | ClientProblem | null>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element?.open) element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    void loadDemonstrationWallet(location.hostname)
  }, [])

  async function confirmWith(provider: Provider) {
    setProblem(null)
    const [account] = await provider.request({ method: 'eth_requestAccounts' }).then(readAccounts, () => [])
    if (account === undefined) return
    const asked = await call('createChallenge', { body: { purpose: 'step-up' } })
    if (!asked.ok) return setProblem(asked.problem)
    const { message, chainIds } = asked.answer
    const { text } = writeMessage({ ...message, address: toChecksumAddress(account), chainId: chainIds[0] ?? '1' })
    const signature = await provider.request({ method: 'personal_sign', params: [toHexadecimal(text), account] }).catch(() => null)
    if (typeof signature !== 'string') return
    const result = await call('stepUp', { body: { message: text, signature } })
    if (result.ok) onConfirmed(result.answer)
    else setProblem(result.problem)
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className="m-auto w-[calc(100%-2.5rem)] max-w-md rounded-sheet border border-line bg-sheet p-6 text-ink backdrop:bg-shade/60"
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
    >
      <div className="grid gap-4">
        <h2 id={heading} className="text-lead">
          {words.title}
        </h2>
        <p className="text-soft">{words.text}</p>
        {problem && <ErrorState problem={problem} />}
        {wallets.map((wallet) => (
          <Button key={wallet.id} onClick={() => confirmWith(wallet.provider)}>
            {wallet.name ?? signIn.browserWallet}
          </Button>
        ))}
        <Button onClick={onDismiss}>{ui.cancel}</Button>
      </div>
    </dialog>
  )
}
