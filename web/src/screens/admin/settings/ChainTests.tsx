// The chains that are read, and whether each of their nodes does what is needed of it, asked at the press of a button.
import { useState } from 'react'
import { callAdmin } from '../../../admin-api.ts'
import type { AdminAnswered } from '../../../admin-api.ts'
import { useMutation } from '@tanstack/react-query'
import { answerOf } from '../../../answers.ts'
import type { CallRefused } from '../../../answers.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { List, ListRow } from '../../../ui/List.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import { CopyField } from '../CopyField.tsx'
import type { Settings } from './settings.ts'
import { listFormat, numberFormat } from '../../../ui/formats.ts'

type Chain = Settings['chains'][number]

/** What a start with a chain looks like (docs/guides/chains.md). */
const example = `COUNTERSIGN_CHAINS='[{"id":1,"rpc":"https://node.example"}]'`

export function ChainTests({ chains }: { chains: readonly Chain[] }) {
  const { chains: words } = useChapter('adminSettings')
  return (
    <Section title={words.title}>
      <p className="max-w-[60ch] text-soft">{words.text}</p>
      {chains.length === 0 ? (
        <>
          <p>{words.none}</p>
          <p className="max-w-[60ch]">{words.noneHow}</p>
          <CopyField label={words.example} value={example} about={words.exampleAbout} />
        </>
      ) : (
        <List label={words.title}>
          {chains.map((chain) => (
            <ChainRow key={chain.id} chain={chain} />
          ))}
        </List>
      )}
    </Section>
  )
}

function ChainRow({ chain: { id, name, nodes, quorum, names, nameGateways, delegates } }: { chain: Chain }) {
  const { chains: words } = useChapter('adminSettings')
  const { locale } = useSpeech()
  const number = numberFormat(locale)
  const announce = useAnnounce()
  const [found, setFound] = useState<AdminAnswered<'testChain'>['nodes'] | null>(null)
  const test = useMutation<AdminAnswered<'testChain'>, CallRefused>({
    mutationFn: async () => answerOf(await callAdmin('testChain', { params: { chain: id } })),
    onSuccess: (answer) => {
      setFound(answer.nodes)
      announce(answer.nodes.map(({ node, outcome }) => `${words.node(node)}: ${words.outcomes[outcome]}`).join(' '))
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
          aria-label={words.testNamed(name)}
          busyLabel={test.isPending ? words.testing : undefined}
          onClick={() => test.mutate()}
        >
          {words.test}
        </Button>
      }
    >
      <p className="text-small text-soft">
        {[
          words.facts(nodes, quorum),
          ...(names ? [words.names] : []),
          ...(nameGateways.length > 0 ? [words.nameGateways(listFormat(locale).format(nameGateways))] : []),
          ...(delegates ? [words.delegates] : []),
        ].join(' ')}
      </p>
      {test.error && <ErrorState problem={test.error.problem} />}
      {found && (
        <ul className="grid gap-2">
          {found.map(({ node, outcome, findings, milliseconds }) => (
            <li key={node} className="grid gap-0.5 text-small">
              <span className="flex flex-wrap items-center gap-2">
                {words.node(node)}{' '}
                <Badge tone={outcome === 'well' ? 'seal' : 'attention'}>{words.outcomes[outcome]}</Badge>
                <span className="text-soft tabular-nums">{words.took(number.format(milliseconds))}</span>
              </span>
              <span className="[overflow-wrap:anywhere]">{findings.map(words.finding).join('; ')}</span>
            </li>
          ))}
        </ul>
      )}
    </ListRow>
  )
}
