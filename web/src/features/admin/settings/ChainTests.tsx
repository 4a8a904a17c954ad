// The chains that are read, and whether each of their nodes does what is needed of it, asked at the press of a button.
import { useState } from 'react'
import { useLanguage } from '../../../i18n/use-language.ts'
import { callAdmin } from '../../../api/admin-api.ts'
import type { AdminAnswered } from '../../../api/admin-api.ts'
import { useMutation } from '@tanstack/react-query'
import { answerOf } from '../../../api/answers.ts'
import type { CallRefused } from '../../../api/answers.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { List, ListRow } from '../../../ui/List.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { translateCode, translateKnown } from '../../../i18n/translate.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { CopyField } from '../CopyField.tsx'
import type { Settings } from './settings.ts'
import { listFormat, numberFormat } from '../../../ui/formats.ts'

type ToldFinding = AdminAnswered<'testChain'>['nodes'][number]['findings'][number]
type Chain = Settings['chains'][number]

/** What a start with a chain looks like (docs/guides/chains.md). */
const example = `COUNTERSIGN_CHAINS='[{"id":1,"rpc":"https://node.example"}]'`

export function ChainTests({ chains }: { chains: readonly Chain[] }) {
  const t = useTranslations()
  return (
    <Section title={t('adminSettings.chains.title')}>
      <p className="max-w-[60ch] text-soft">{t('adminSettings.chains.text')}</p>
      {chains.length === 0 ? (
        <>
          <p>{t('adminSettings.chains.none')}</p>
          <p className="max-w-[60ch]">{t('adminSettings.chains.noneHow')}</p>
          <CopyField
            label={t('adminSettings.chains.example')}
            value={example}
            about={t('adminSettings.chains.exampleAbout')}
          />
        </>
      ) : (
        <List label={t('adminSettings.chains.title')}>
          {chains.map((chain) => (
            <ChainRow key={chain.id} chain={chain} />
          ))}
        </List>
      )}
    </Section>
  )
}

/** What was found, in words; the reason in it is a code too, with the number that HTTP or JSON-RPC gave for it. */
function sayFinding(t: Translate, { code, values: { reason = '', status, ...values } }: ToldFinding): string {
  const why = translateKnown(t, 'nodeReasons', reason) ?? ''
  return translateCode(t, `nodeFindings.${code}`, {
    ...values,
    reason: status === undefined ? why : `${why} (${status})`,
  })
}

function ChainRow({ chain: { id, name, nodes, quorum, names, nameGateways, delegates } }: { chain: Chain }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const number = numberFormat(locale)
  const announce = useAnnounce()
  const [found, setFound] = useState<AdminAnswered<'testChain'>['nodes'] | null>(null)
  const test = useMutation<AdminAnswered<'testChain'>, CallRefused>({
    mutationFn: async () => answerOf(await callAdmin('testChain', { params: { chain: id } })),
    onSuccess: (answer) => {
      setFound(answer.nodes)
      announce(
        answer.nodes
          .map(
            ({ node, outcome }) =>
              `${t('adminSettings.chains.node', { number: node })}: ${t(`adminSettings.chains.outcomes.${outcome}`)}`,
          )
          .join(' '),
      )
    },
  })
  return (
    <ListRow
      head={
        <>
          <span className="font-semibold">{name}</span> <span className="text-small text-soft tabular-nums">{id}</span>
        </>
      }
      action={
        <Button
          small
          aria-label={t('adminSettings.chains.testNamed', { name })}
          busyLabel={test.isPending ? t('adminSettings.chains.testing') : undefined}
          onClick={() => test.mutate()}
        >
          {t('adminSettings.chains.test')}
        </Button>
      }
    >
      <p className="text-small text-soft">
        {[
          t('adminSettings.chains.facts', { nodes, quorum }),
          ...(names ? [t('adminSettings.chains.names')] : []),
          ...(nameGateways.length > 0
            ? [t('adminSettings.chains.nameGateways', { hosts: listFormat(locale).format(nameGateways) })]
            : []),
          ...(delegates ? [t('adminSettings.chains.delegates')] : []),
        ].join(' ')}
      </p>
      {test.error && <ErrorState problem={test.error.problem} />}
      {found && (
        <ul className="grid gap-2">
          {found.map(({ node, outcome, findings, milliseconds }) => (
            <li key={node} className="grid gap-0.5 text-small">
              <span className="flex flex-wrap items-center gap-2">
                {t('adminSettings.chains.node', { number: node })}{' '}
                <Badge tone={outcome === 'well' ? 'seal' : 'attention'}>
                  {t(`adminSettings.chains.outcomes.${outcome}`)}
                </Badge>
                <span className="text-soft tabular-nums">
                  {t('adminSettings.chains.took', { milliseconds: number.format(milliseconds) })}
                </span>
              </span>
              <span className="[overflow-wrap:anywhere]">
                {findings.map((finding) => sayFinding(t, finding)).join('; ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </ListRow>
  )
}
