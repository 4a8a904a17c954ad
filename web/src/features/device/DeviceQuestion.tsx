// Whether a device may sign in: the code once more, what asks and from where, what it would learn. Whoever is sent a
// code by somebody else is told what it would mean (RFC 8628 §5.4).
import { useState } from 'react'
import type { CallAnswer } from '@countersign/api/calls'
import { call } from '../../api/api.ts'
import { AskedEmail } from '../email/AskedEmail.tsx'
import { LegalLinks } from '../applications/LegalLinks.tsx'
import { LogoOrRosette } from '../applications/LogoOrRosette.tsx'
import { firstChoice, sharesName, toggle } from '../applications/consent-choice.ts'
import { ConsentItems } from '../applications/ConsentItems.tsx'
import { answerWith, sharesProof, sharesWallet } from '../applications/wallet-answer.ts'
import { WalletOffer } from '../applications/WalletOffer.tsx'
import { DecisionFailed } from '../applications/DecisionFailed.tsx'
import { shownName } from '../applications/shown-name.ts'
import { Unregistered } from '../applications/Unregistered.tsx'
import { useMissingValues } from '../applications/use-missing-values.tsx'
import { useDecision } from '../applications/use-decision.ts'
import { paths } from '../../api/paths.ts'
import { Band } from '../../ui/Band.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Sheet } from '../../ui/Section.tsx'
import { AskedUserName } from '../usernames/AskedUserName.tsx'
import { useFirstUserName } from '../usernames/use-first-user-name.ts'
import { useTranslations } from 'use-intl'
import { DeviceFacts } from './DeviceFacts.tsx'

interface DeviceQuestionProps {
  request: CallAnswer<'readDeviceRequest'>
  onDone: (how: 'approved' | 'denied') => void
  onOtherCode: () => void
}

export function DeviceQuestion({ request, onDone, onOtherCode }: DeviceQuestionProps) {
  const t = useTranslations()
  const { userCode, application, items, resources, seen, wallet: offer } = request
  const [withheld, setWithheld] = useState(() => firstChoice(items))
  const [wallet, setWallet] = useState(offer?.chosen ?? null)
  const { busy, problem, decide } = useDecision<'approve' | 'deny'>()
  const userName = useFirstUserName(items.some(({ scope }) => scope === 'user_name'))
  const missing = useMissingValues(items)
  // A name is for ever: there is nothing to press before it is in sight.
  const isNameUnseen = userName.isReading && sharesName(items, withheld)
  const name = shownName(application)
  // To leave out everything is to refuse: the device could not tell what it has.
  const leavesNothing =
    items.length > 0 && resources.length === 0 && items.every(({ scope }) => withheld.includes(scope))
  return (
    <div className="grid gap-5">
      <Sheet className="overflow-hidden">
        <Band className="text-seal opacity-45" />
        <div translate="no" className="flex items-center gap-4 px-5 pt-4 pb-5">
          <LogoOrRosette application={application} size={64} />
          <PageHeading
            title={t('applications.device.asks', { application: name })}
            className="min-w-0 text-title [overflow-wrap:anywhere]"
          />
        </div>
        <div className="grid gap-1 border-t border-line px-5 py-4 text-center">
          <p className="text-small text-soft">{t('applications.device.compare')}</p>
          <p translate="no" className="font-mono text-title tracking-widest sm:text-display [overflow-wrap:anywhere]">
            {userCode}
          </p>
        </div>
        <DeviceFacts request={request} />
        <Unregistered application={application} />
        <ConsentItems
          application={name}
          items={items}
          resources={resources}
          withheld={withheld}
          {...(request.groups !== undefined && { groups: request.groups })}
          below={{
            ...missing.below,
            user_name: <AskedUserName first={userName} />,
            email: <AskedEmail signIn={paths.signIn(paths.device(userCode))} />,
          }}
          onToggle={(scope) => setWithheld(toggle(items, withheld, scope))}
        />
        {sharesWallet(offer, withheld) && (
          <WalletOffer
            application={name}
            offer={offer}
            chosen={wallet}
            isProofShared={sharesProof(items, withheld)}
            onChoose={setWallet}
          />
        )}
        <LegalLinks links={request.links} />
      </Sheet>
      {!request.sameNetwork && (
        <Notice tone="attention" title={t('applications.device.otherNetwork')}>
          <p>{t('applications.device.otherNetworkText')}</p>
        </Notice>
      )}
      <DecisionFailed problem={problem} signIn={paths.signIn(paths.device(userCode))} />
      <div className="grid gap-2">
        <Button
          look="main"
          busyLabel={
            busy === 'approve'
              ? t('applications.device.approving')
              : isNameUnseen
                ? t('applications.device.approve')
                : undefined
          }
          onClick={() =>
            !missing.isIncomplete() &&
            decide(
              'approve',
              async () => {
                const named = sharesName(items, withheld) ? await userName.ensure() : null
                if (named !== null && !named.ok) return named
                const saved = await missing.save()
                if (saved !== null && !saved.ok) return saved
                return call('approveDevice', { body: { userCode, ...answerWith(seen, offer, withheld, wallet) } })
              },
              () => onDone(leavesNothing ? 'denied' : 'approved'),
            )
          }
        >
          {t('applications.device.approve')}
        </Button>
        <Button
          busyLabel={busy === 'deny' ? t('applications.device.denying') : undefined}
          onClick={() =>
            decide(
              'deny',
              () => call('denyDevice', { body: { userCode } }),
              () => onDone('denied'),
            )
          }
        >
          {t('applications.device.deny')}
        </Button>
        {problem && (
          <Button look="bare" onClick={onOtherCode}>
            {t('applications.device.anotherCode')}
          </Button>
        )}
      </div>
    </div>
  )
}
