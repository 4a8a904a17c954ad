import { describe, expect, test } from 'vitest'
import { run } from '../cli/command-line.ts'
import { systemUserOf } from '../cli/system-user.ts'
import { systemRandom } from '../platform/clock.ts'
import { openTestDatabase } from '../testing/test-databases.ts'
import { asSystemUser } from './actor.ts'
import { appendEvents, appendTimedEvents, eventTypes } from './append.ts'
import type { EventType, NewEvent } from './append.ts'
import { usualActors, whoActs } from './who-acts.ts'
import { settled } from '../testing/read-all.ts'

const line = { outcome: 'success', details: {}, personId: 'ada', content: {} } as const
const types = Object.keys(eventTypes) as EventType[]

test.each(types)('of %s it is known who did it, whatever is left of the line', (type) => {
  const usual = usualActors[type]
  const kindOf = (more: Partial<Parameters<typeof whoActs>[0]>) => whoActs({ ...line, type, ...more }).kind
  expect(kindOf({})).toBe(type === 'person.erased' ? 'erased' : typeof usual === 'object' ? 'server' : usual)
  expect(kindOf({ content: null })).toBe(typeof usual === 'object' ? 'server' : 'erased')
  expect(kindOf({ content: { actorId: 'bob' } })).toBe('person')
  expect(kindOf({ content: { actorId: 'bob', tokenId: 'token' } })).toBe('token')
  expect(kindOf({ content: { systemUser: 'root' } })).toBe('operator')
  if (usual === 'person')
    expect(kindOf({ personId: null, content: {} })).toBe(type === 'application.authorized' ? 'application' : 'stranger')
})

test('a session ends by whoever ended it, or because the server looked', () => {
  const endedBy = (reason: string) => whoActs({ ...line, type: 'session.ended', details: { reason } })
  expect(['signed-out', 'idle', 'wallet-unreachable', 'person-suspended'].map(endedBy)).toEqual([
    { kind: 'person', personId: 'ada' },
    { kind: 'server', cause: 'expired' },
    { kind: 'server', cause: 'recheck' },
    { kind: 'operator', systemUser: null },
  ])
})

test('what the evidence says of a server counts only as a cause that there is', () => {
  const by = (server: string) => whoActs({ ...line, type: 'application.removed', content: { server } })
  expect([by('unused'), by('toString')]).toEqual([
    { kind: 'server', cause: 'unused' },
    { kind: 'operator', systemUser: null },
  ])
})

test('who runs a command is called by their name, or by their id where there is none', async () => {
  expect(systemUserOf(() => ({ username: 'deploy', uid: 1000 }))).toBe('deploy')
  expect(systemUserOf(() => ({ username: '', uid: 1000 }))).toBe('1000')
  expect(
    systemUserOf(() => {
      throw new Error('no entry')
    }),
  ).toBe(String(process.getuid?.()))
  expect(await run(['nonsense'], 'deploy')).toBe(2)
})

describe('a line', () => {
  test('says in its evidence who ran the command that wrote it, and names nobody in what is invented', async () => {
    const { queries } = await openTestDatabase('sqlite')
    const event: NewEvent = {
      type: 'backup.made',
      outcome: 'success',
      details: {},
      evidence: { personId: null, content: {} },
    }
    const write = () =>
      queries.transaction().execute(async (transaction) => {
        await appendEvents(transaction, systemRandom, 0, [event])
        await appendTimedEvents(transaction, systemRandom, [{ at: 0, event }])
      })
    await asSystemUser('deploy', write)
    await asSystemUser(null, write)
    await settled(queries)
    const contents = await queries.selectFrom('event_evidence').select('content').orderBy('sequence').execute()
    expect(contents.map(({ content }) => content)).toEqual(['{"systemUser":"deploy"}', '{}', '{}', '{}'])
    await settled(queries)
    const details = await queries.selectFrom('events').select('details').execute()
    expect(details.every((row) => row.details === '{}')).toBe(true)
  })
})
