// One round: a site on an empty database, clients and a nemesis for a while, then everything that is there read at the end, and the history checked.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runCommand } from '../command.ts'
import * as acts from './acts.ts'
import type { Scene } from './acts.ts'
import { enter, enterAsOwner, lookAgain } from './begin-and-end.ts'
import { check } from './check.ts'
import type { FinalState } from './final-state.ts'
import { disturb } from './nemesis.ts'
import type { History } from './operation.ts'
import { createRandom } from './randomness.ts'
import { exportActivity, readRows, readSettled } from './read-final-state.ts'
import { createRecorder, readHistory, writeLines } from './recorder.ts'
import type { Violation } from './rules.ts'
import { startSite } from './site.ts'
import type { DatabaseKind, SiteProgram } from './site.ts'
import { actAsAdministrator, actAsPerson, createPerson } from './workload.ts'
import type { Crowd } from './workload.ts'

export interface RoundOptions extends SiteProgram {
  seed: string
  seconds: number
  database: DatabaseKind
  /** How many people act. */
  clients: number
  /** Where the history is written. */
  folder: string
  /** Ends it before its time; what was done until then is checked. */
  signal?: AbortSignal
  /** How long nothing disturbs the site between two things, at most. */
  pauseMs: number
}

export interface RoundResult {
  history: History
  final: FinalState
  violations: Violation[]
  /** The file of the history. */
  path: string
}

const adminProcess = 90

export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const { seed, seconds, database, clients, folder, pauseMs } = options
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${seed.replaceAll(/[^0-9A-Za-z]+/g, '-')}-${database}.jsonl`)
  const begun = performance.now()
  const clock = (): number => Math.round((performance.now() - begun) * 1000) / 1000
  const recorder = createRecorder(writeLines(path), clock)
  const site = await startSite(database, options)
  const stop = new AbortController()
  const running: Promise<void>[] = []
  try {
    const sceneOf = (process: number): Scene => ({
      site,
      recorder,
      process,
      random: createRandom(`${seed} process ${process}`),
      wait,
    })
    const adminKey = acts.keyOf(adminProcess, 1)
    const admin = await enterAsOwner(site, sceneOf(adminProcess), adminKey)
    const people = Array.from({ length: clients }, (_, index) => createPerson(index + 1))
    const crowd: Crowd = { people, ids: new Set() }
    const acting = [
      ...people.map((person, index) => actAsPerson(sceneOf(index + 1), person, crowd, stop.signal)),
      actAsAdministrator(sceneOf(adminProcess), adminKey, admin, crowd, stop.signal),
    ]
    const nemesis = disturb({ site, recorder }, `${seed} nemesis`, pauseMs, stop.signal)
    const timeIsUp = wait(seconds * 1000, null, { signal: options.signal ?? stop.signal }).catch(() => null)
    running.push(nemesis, ...acting)
    await Promise.race([timeIsUp, ...running])
    stop.abort()
    await Promise.all(running)
    await lookAgain(sceneOf(adminProcess + 1), crowd)

    const auditor = await enter(sceneOf(adminProcess + 2), adminKey)
    const { final, violations, history } = await readSettled(
      async () => {
        const log = await exportActivity(sceneOf(adminProcess), auditor)
        const final = { ...(await readRows(site, clock())), log }
        const history = readHistory(path)
        return { history, final, violations: check(history, final) }
      },
      ({ violations }) => violations.every(({ rule }) => rule !== 'line-missing'),
    )
    const verified = await runCommand(['activity', 'verify'], site.settings, folder, options.program)
    if (verified.exitCode !== 0) violations.push({ rule: 'activity-verifies', text: verified.output, operations: [] })
    return { history, final, violations, path }
  } finally {
    // Nobody starts an instance again that is gone for good.
    stop.abort()
    await Promise.allSettled(running)
    await site.close()
  }
}
