import { expect, test } from 'vitest'
import type { CallAdminApiFunction } from '../../../api/admin-api-client.ts'
import { addEndedSessions, endLiveSessions, sortOwnSessionsLast } from './end-live-sessions.ts'
import type { LiveSessionToEnd } from './end-live-sessions.ts'

const createSession = (id: string, personId: string): LiveSessionToEnd => ({
  id,
  person: { id: personId, displayName: null, address: null, walletName: null },
  userAgent: '',
})

const sessions = [createSession('a', 'me'), createSession('b', 'ada'), createSession('c', 'bob')]

test('own sessions end last, so that the action does not lose its session halfway', () => {
  expect(sortOwnSessionsLast(sessions, 'me').map(({ id }) => id)).toEqual(['b', 'c', 'a'])
})

test('a continued action counts what ended before it stopped', async () => {
  let left = 1
  const send = (async (_: string, { params }: { params: { session: string } }) =>
    params.session === 'b'
      ? { ok: false, problem: { code: 'permission.denied' } }
      : { ok: true, answer: undefined }) as unknown as CallAdminApiFunction
  const first = await endLiveSessions(
    send,
    sessions,
    () => {},
    () => left-- <= 0,
  )
  expect(first).toMatchObject({ endedIds: ['a'], problem: null, remaining: sessions.slice(1) })
  const rest = await endLiveSessions(
    send,
    first.remaining,
    () => {},
    () => false,
  )
  expect(addEndedSessions(first, rest)).toMatchObject({
    endedIds: ['a', 'c'],
    failed: [{ session: sessions[1], code: 'permission.denied' }],
    remaining: [],
  })
})
