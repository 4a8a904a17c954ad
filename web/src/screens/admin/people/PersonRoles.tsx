// The roles of a person: who gave them and when, and how one is given or taken. The last owner stays (SPEC point 6).
import { useState } from 'react'
import { roles } from '@countersign/api/permissions'
import type { Role } from '@countersign/api/permissions'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { List, ListRow } from '../../../ui/List.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { useAdmin } from '../admin-context.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { useLacking } from '../Guarded.tsx'
import { namePerson, PersonLink } from '../PersonLink.tsx'
import { useAdminChange } from '../queries.ts'
import type { PersonInFull } from './person-in-full.ts'

interface Asked {
  role: Role
  isGiven: boolean
}

export function PersonRoles({ person }: { person: PersonInFull }) {
  const all = useChapter('adminPeople')
  const words = all.roles
  const admin = useChapter('admin')
  const lacking = useLacking('roles.change')
  const [asked, setAsked] = useState<Asked | null>(null)
  const whyNotGive =
    lacking ??
    (person.status !== 'active' ? all.reasons.notActive : person.mergeOpen ? all.reasons.mergeOpen : undefined)
  return (
    <Section title={words.title}>
      {person.roleList.length === 0 && <p className="text-soft">{words.none}</p>}
      <List label={words.title}>
        {roles.map((role) => {
          const given = person.roleList.find((held) => held.role === role)
          const whyNotTake = lacking ?? (role === 'owner' && person.lastOwner ? all.reasons.lastOwner : undefined)
          const name = admin.roles[role]
          return (
            <ListRow
              key={role}
              head={
                <>
                  <p className="font-semibold">{name}</p>
                  <p className="text-small text-soft">{admin.rolesAbout[role]}</p>
                </>
              }
              action={
                <Button
                  small
                  disabledReason={given ? whyNotTake : whyNotGive}
                  aria-label={given ? words.takeNamed(name) : words.giveNamed(name)}
                  onClick={() => setAsked({ role, isGiven: given !== undefined })}
                >
                  {given ? words.take : words.give}
                </Button>
              }
            >
              {given && (
                <p className="text-small text-soft">
                  {words.given} <RelativeTime at={given.grantedAt} />{' '}
                  {given.grantedBy === null ? words.byOperator : words.by}{' '}
                  {given.grantedBy && <PersonLink person={given.grantedBy} size={20} />}
                </p>
              )}
            </ListRow>
          )
        })}
      </List>
      {asked && <ChangeRole person={person} asked={asked} onClose={() => setAsked(null)} />}
    </Section>
  )
}

function ChangeRole({
  person,
  asked: { role, isGiven },
  onClose,
}: {
  person: PersonInFull
  asked: Asked
  onClose: () => void
}) {
  const words = useChapter('adminPeople').roles
  const admin = useChapter('admin')
  const { person: self } = useAdmin()
  const announce = useAnnounce()
  const name = admin.roles[role]
  const who = namePerson(person)
  const refresh = ['readPerson', 'listPeople', 'readAdmin', 'listEvents'] as const
  const give = useAdminChange('grantRole', refresh, () => {
    announce(words.gave(name))
    onClose()
  })
  const take = useAdminChange('revokeRole', refresh, () => {
    announce(words.took(name))
    onClose()
  })
  const change = isGiven ? take : give
  return (
    <ConfirmDialog
      title={isGiven ? words.takeTitle(name, who) : words.giveTitle(name, who)}
      confirmLabel={isGiven ? words.take : words.give}
      change={change}
      onConfirm={() => change.mutate({ params: { id: person.id, role } })}
      onCancel={onClose}
    >
      <p>{isGiven ? words.takeText : `${name}: ${admin.rolesAbout[role]}.`}</p>
      {isGiven && person.id === self.id && <p className="mt-2 font-semibold text-ink">{words.takeOwnText}</p>}
    </ConfirmDialog>
  )
}
