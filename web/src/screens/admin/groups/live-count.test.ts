// The live count of a rule: when it asks, what it shows meanwhile, and that no late answer is taken for that of another rule. The clock is turned by hand.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { expect, test } from 'vitest'
import type { ResultOf } from '../../../exchange.ts'
import { createLiveCount, pauseMs } from './live-count.ts'
import type { Question } from './live-count.ts'

type Preview = AdminAnswer<'previewRule'>

const named = (under: string) => ({ type: 'name', under })
const matching = (count: number): ResultOf<Preview> => ({
  ok: true,
  answer: { faults: [], looked: 50, people: 90, more: true, matching: count, unknown: 0, sample: [] },
})

function open() {
  let now = 0
  const waiting = new Set<{ at: number; act: () => void }>()
  const asked: { question: Question; signal: AbortSignal; answer: (result: ResultOf<Preview>) => Promise<void> }[] = []
  const live = createLiveCount({
    ask: (question, signal) => {
      const { promise, resolve } = Promise.withResolvers<ResultOf<Preview>>()
      asked.push({
        question,
        signal,
        answer: async (result) => {
          resolve(result)
          await promise
        },
      })
      return promise
    },
    wait: (ms, act) => {
      const one = { at: now + ms, act }
      waiting.add(one)
      return () => waiting.delete(one)
    },
  })
  const pass = (ms: number) => {
    now += ms
    for (const one of waiting) if (one.at <= now && waiting.delete(one)) one.act()
  }
  const shown = () => {
    const { preview, isCounting, problem } = live.getSnapshot()
    return [preview?.matching ?? null, isCounting, problem?.code ?? null]
  }
  return { live, asked, pass, shown, questions: () => asked.map(({ question }) => question) }
}

test('a rule is asked about once it has stood for a moment, and not at every key', () => {
  const { live, pass, questions } = open()
  for (const under of ['a.eth', 'ab.eth', 'abc.eth']) {
    live.write(named(under))
    pass(pauseMs - 1)
  }
  expect(questions()).toEqual([])
  live.write(named('abc.eth'))
  pass(1)
  expect(questions()).toEqual([{ rule: named('abc.eth'), live: true }])
  pass(pauseMs)
  expect(questions()).toHaveLength(1)
})

test('the last answer stays while the next is fetched', async () => {
  const { live, pass, asked, shown } = open()
  live.write(named('a.eth'))
  expect(shown()).toEqual([null, true, null])
  pass(pauseMs)
  await asked[0]?.answer(matching(3))
  expect(shown()).toEqual([3, false, null])
  live.write(named('b.eth'))
  expect(shown()).toEqual([3, true, null])
  pass(pauseMs)
  await asked[1]?.answer(matching(4))
  expect(shown()).toEqual([4, false, null])
})

test('what is superseded is given up, and its answer never overtakes a newer one', async () => {
  const { live, pass, asked, shown } = open()
  live.write(named('a.eth'))
  pass(pauseMs)
  live.write(named('b.eth'))
  expect(asked[0]?.signal.aborted).toBe(true)
  pass(pauseMs)
  await asked[1]?.answer(matching(4))
  await asked[0]?.answer(matching(3))
  expect(shown()).toEqual([4, false, null])
})

test('a text that is no rule has no count, and one that cannot be counted says why until it changes', async () => {
  const { live, pass, asked, shown } = open()
  live.write(named('a.eth'))
  pass(pauseMs)
  await asked[0]?.answer({ ok: false, problem: { code: 'network.offline', retry: true } })
  expect(shown()).toEqual([null, false, 'network.offline'])
  live.write(named('b.eth'))
  expect(shown()).toEqual([null, true, null])
  live.write(null)
  pass(pauseMs)
  expect(shown()).toEqual([null, false, null])
  expect(asked).toHaveLength(1)
})

test('more people are looked at where somebody asks for that, at once', async () => {
  const { live, pass, asked, questions, shown } = open()
  live.write(named('a.eth'))
  pass(pauseMs)
  await asked[0]?.answer(matching(3))
  live.lookAtMore()
  expect(questions().at(-1)).toEqual({ rule: named('a.eth'), live: false })
  await asked[1]?.answer(matching(40))
  expect(shown()).toEqual([40, false, null])
})

test('whoever leaves asks nothing any more, and whoever comes back asks again', () => {
  const { live, pass, asked } = open()
  live.write(named('a.eth'))
  live.stop()
  pass(pauseMs)
  expect(asked).toEqual([])
  live.write(named('a.eth'))
  pass(pauseMs)
  expect(asked).toHaveLength(1)
})
