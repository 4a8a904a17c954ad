// By what a person signs in: their wallets and their passkeys.
import { knownChainName } from '../../../prove/known-chains.ts'
import { Address } from '../../../ui/Address.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { shownWalletName } from '../../../ui/person-name.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section } from '../../../ui/Section.tsx'
import { familyNames } from '../../../wallet/families/names.ts'
import { useChapter } from '../../../words/use-words.ts'
import { Table } from '../Table.tsx'
import type { PersonInFull } from './person-in-full.ts'

export function PersonWallets({ person }: { person: PersonInFull }) {
  const words = useChapter('adminPeople').wallets
  return (
    <Section title={words.title}>
      {person.walletList.length === 0 ? (
        <p className="text-soft">{words.none}</p>
      ) : (
        <Table
          label={words.title}
          items={person.walletList}
          keyOf={({ id }) => id}
          columns={[
            {
              id: 'wallet',
              head: words.title,
              isHead: true,
              cell: ({ address, name, label, primary, held }) => (
                <div className="grid gap-1">
                  <Address address={address} name={shownWalletName(name)} rosetteSize={32} />
                  <p className="flex flex-wrap gap-2">
                    {primary && <Badge>{words.primary}</Badge>}
                    {held && <Badge>{words.held}</Badge>}
                    {label !== null && <span className="text-soft">{cleanText(label, 64)}</span>}
                  </p>
                </div>
              ),
            },
            {
              id: 'kind',
              head: words.kind,
              cell: ({ chain, namespace }) =>
                chain === null
                  ? words.key(familyNames[namespace])
                  : words.contract(chain.name ?? knownChainName(chain.id) ?? chain.id),
            },
            { id: 'linked', head: words.linked, cell: ({ linkedAt }) => <RelativeTime at={linkedAt} /> },
            { id: 'used', head: words.used, cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
          ]}
        />
      )}
    </Section>
  )
}

export function PersonPasskeys({ person }: { person: PersonInFull }) {
  const words = useChapter('adminPeople').passkeys
  return (
    <Section title={words.title}>
      {person.passkeyList.length === 0 ? (
        <p className="text-soft">{words.none}</p>
      ) : (
        <Table
          label={words.title}
          items={person.passkeyList}
          keyOf={({ id }) => id}
          columns={[
            {
              id: 'name',
              head: words.title,
              isHead: true,
              cell: ({ label }) => <span className="font-semibold">{cleanText(label ?? '', 64) || words.unnamed}</span>,
            },
            {
              id: 'kind',
              head: words.kind,
              cell: ({ synchronised }) => (synchronised ? words.synchronised : words.oneDevice),
            },
            { id: 'added', head: words.added, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
            { id: 'used', head: words.used, cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
          ]}
        />
      )}
    </Section>
  )
}
