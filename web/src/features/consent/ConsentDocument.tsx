// The consent as a document: who asks, for what, of whom; and the two answers. Nothing is shared before one is given.
import { useState } from 'react'
import type { CallAnswer, Person } from '@countersign/api/calls'
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
import { SignedInAs } from '../applications/SignedInAs.tsx'
import { Unregistered } from '../applications/Unregistered.tsx'
import { useMissingValues } from '../applications/use-missing-values.tsx'
import { useDecision } from '../applications/use-decision.ts'
import { leaveFor } from '../../api/leave.ts'
import { paths } from '../../api/paths.ts'
import { Band } from '../../ui/Band.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Sheet } from '../../ui/Section.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { AskedUserName } from '../usernames/AskedUserName.tsx'
import { useFirstUserName } from '../usernames/use-first-user-name.ts'
import { useTranslations } from 'use-intl'

interface ConsentDocumentProps {
  interaction: CallAnswer<'readInteraction'>
  /** Who is signed in. */
  person: Person
  /** Where another wallet signs in for the same application. */
  signIn: string
}

export function ConsentDocument({ interaction, person, signIn }: ConsentDocumentProps) {
  const t = useTranslations()
  const { id, application, destination, items, resources, seen, wallet: offer } = interaction
  const [withheld, setWithheld] = useState(() => firstChoice(items))
  const [wallet, setWallet] = useState(offer?.chosen ?? null)
  const { busy, problem, decide } = useDecision<'allow' | 'deny'>()
  const userName = useFirstUserName(items.some(({ scope }) => scope === 'user_name'))
  const missing = useMissingValues(items)
  // A name is for ever: there is nothing to press before it is in sight.
  const isNameUnseen = userName.isReading && sharesName(items, withheld)
  const name = shownName(application)
  const params = { id }
  const title =
    items.length === 0 && resources.length === 0
      ? t('applications.consent.bareTitle', { application: name })
      : t('applications.consent.title', { application: name })
  return (
    <div className="grid gap-5">
      <Sheet className="overflow-hidden">
        <Band className="text-seal opacity-45" />
        <div translate="no" className="flex items-center gap-4 px-5 pt-4 pb-5">
          <LogoOrRosette application={application} size={64} />
          <PageHeading title={title} className="min-w-0 text-title [overflow-wrap:anywhere]" />
        </div>
        <Unregistered application={application} destination={destination} />
        <ConsentItems
          application={name}
          items={items}
          resources={resources}
          withheld={withheld}
          groups={interaction.groups}
          below={{
            ...missing.below,
            user_name: <AskedUserName first={userName} />,
            email: <AskedEmail signIn={signIn} />,
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
        <LegalLinks links={interaction.links} />
        <SignedInAs person={person} another={{ href: signIn, label: t('applications.consent.notYou') }} />
      </Sheet>
      {interaction.offeredAgain === true && (
        <Notice tone="attention" title={t('applications.consent.offeredAgain')}>
          <p>{t('applications.consent.offeredAgainText', { application: name })}</p>
        </Notice>
      )}
      {interaction.staysHere === true && (
        <Notice tone="attention" title={t('applications.unregistered.staysHere')}>
          <p>{t('applications.unregistered.staysHereText', { host: name })}</p>
        </Notice>
      )}
      <DecisionFailed problem={problem} signIn={signIn} />
      <div className="grid gap-2">
        <Button
          look="main"
          busyLabel={
            busy === 'allow'
              ? t('applications.consent.allowing')
              : isNameUnseen
                ? t('applications.consent.allow')
                : undefined
          }
          onClick={() =>
            !missing.isIncomplete() &&
            decide(
              'allow',
              async () => {
                const named = sharesName(items, withheld) ? await userName.ensure() : null
                if (named !== null && !named.ok) return named
                const saved = await missing.save()
                if (saved !== null && !saved.ok) return saved
                return call('consent', { params, body: answerWith(seen, offer, withheld, wallet) })
              },
              ({ next }) => leaveFor(next),
            )
          }
        >
          {t('applications.consent.allow')}
        </Button>
        <Button
          busyLabel={busy === 'deny' ? t('applications.consent.denying') : undefined}
          onClick={() =>
            decide(
              'deny',
              () => call('deny', { params }),
              ({ next }) => leaveFor(next),
            )
          }
        >
          {t('applications.consent.deny')}
        </Button>
      </div>
      <p className="text-small text-soft [overflow-wrap:anywhere]">
        {t('applications.consent.destination', { destination })} {t('applications.consent.withdraw')}{' '}
        <TextLink href={paths.applications}>{t('applications.consent.applications')}</TextLink>.
      </p>
    </div>
  )
}
