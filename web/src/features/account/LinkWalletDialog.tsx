import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useTranslations } from 'use-intl'
import type { LinkWalletDialogProps, LinkWalletStep } from './link-wallet-step-types.ts'
import { useSignedInAccount } from './signed-in-account-context.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useOwnPasskeys, useOwnWallets } from './account-query-hooks.ts'

const minRemainingProofMs = 120_000

const LinkSteps = createLazyComponent(async () => (await import('./LinkWalletWizard.tsx')).LinkWalletWizard, {
  messages: ['account-screens', 'sign-in'],
})

export function LinkWalletDialog(props: LinkWalletDialogProps) {
  const t = useTranslations()
  const { session } = useSignedInAccount()
  // Fixed when the dialog opens, because the first signature makes a further step-up unnecessary.
  const [asksTwice] = useState(() => !(getRemainingMs(session.stepUpValidUntil) > minRemainingProofMs))
  const [step, setStep] = useState<LinkWalletStep>({ at: asksTwice ? 'confirm' : 'link' })
  const client = useQueryClient()
  // If the dialog is closed while the server checks the signature, the wallet may still be linked.
  useEffect(() => () => void client.invalidateQueries({ queryKey: ['wallets'] }), [client])
  const title = {
    confirm: t('stepUp.title'),
    link: props.other?.title ?? t('walletsScreen.link'),
    merge: t('walletsScreen.merge.proofTitle'),
    preview: t('walletsScreen.merge.title'),
  }[step.at]
  return (
    <Dialog title={title} onClose={props.onClose}>
      {asksTwice && (step.at === 'confirm' || step.at === 'link') && (
        <TwoSignaturesNotice isConfirmed={step.at === 'link'} />
      )}
      <LinkSteps {...props} step={step} onStep={setStep} />
    </Dialog>
  )
}

const getRemainingMs = (until: string | null): number => (until === null ? 0 : Date.parse(until) - Date.now())

function TwoSignaturesNotice({ isConfirmed }: { isConfirmed: boolean }) {
  const t = useTranslations()
  const hasPasskeys = (useOwnPasskeys().data?.items.length ?? 0) > 0
  const hasWallets =
    useOwnWallets().data?.pages.some(({ items }) => items.some(({ hold: held }) => held === null)) === true
  const by =
    hasPasskeys && hasWallets
      ? t('walletsScreen.two.byEither')
      : hasPasskeys
        ? t('walletsScreen.two.byPasskey')
        : t('walletsScreen.two.byWallet')
  const parts = [
    { title: t('walletsScreen.two.you'), text: by, isDone: isConfirmed },
    { title: t('walletsScreen.two.wallet'), text: t('walletsScreen.two.walletText'), isDone: false },
  ]
  const now = isConfirmed ? 1 : 0
  return (
    <div className="grid gap-3">
      {!isConfirmed && <p className="text-soft">{t('walletsScreen.two.text')}</p>}
      <ol aria-label={t('walletsScreen.two.label')} className="grid gap-2">
        {parts.map(({ title, text, isDone }, place) => (
          <li
            key={title}
            aria-current={place === now ? 'step' : undefined}
            className="grid grid-cols-[1.75rem_1fr] items-center gap-x-3"
          >
            <span
              aria-hidden="true"
              className={`grid size-7 place-items-center rounded-full font-serif tabular-nums ${isDone ? 'bg-seal-tint text-seal' : place === now ? 'bg-seal text-on-seal' : 'border border-line text-soft'}`}
            >
              {isDone ? <Icon name="done" size={16} /> : place + 1}
            </span>
            <p className={place === now ? '' : 'text-soft'}>
              <span className={place === now ? 'font-semibold' : ''}>{title}</span>
              {` ${isDone ? t('walletsScreen.two.done') : text}`}
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}
