// The nemesis (fault injection): kills instances, lets them stand still, restarts the database, and cuts what connects them. What is done to instances
// and what is done to the rest goes on side by side, each one thing after the other with a pause in between, as their streams draw it.
import { setTimeout as wait } from 'node:timers/promises'
import { rollingUpgradeFaultName } from './consistency-test-operation-types.ts'
import { createSeededTestRandom } from './seeded-test-random.ts'
import type { SeededRandom } from './seeded-test-random.ts'
import type { ConsistencyTestHistoryRecorder } from './consistency-test-history-recorder.ts'
import type { TestServerClusterInstance, TestServerCluster } from './start-test-server-cluster.ts'

interface NemesisContext {
  site: TestServerCluster
  recorder: ConsistencyTestHistoryRecorder
  random: SeededRandom
}

type InjectFault = (context: NemesisContext, instance: TestServerClusterInstance) => Promise<void>

/** Starts an instance again, however long its database is away. */
async function restartInstance(instance: TestServerClusterInstance): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await instance.start()
      return
    } catch (error) {
      if (attempt === 20) throw error
      await instance.server.kill()
      await wait(250)
    }
  }
}

const kill: InjectFault = async ({ recorder, random }, instance) => {
  recorder.recordFault('kill', instance.name)
  await instance.server.kill()
  await wait(random.between(0, 400))
  await restartInstance(instance)
}

const restart: InjectFault = async ({ recorder }, instance) => {
  recorder.recordFault('restart', instance.name)
  await instance.server.stop()
  await restartInstance(instance)
}

const freeze: InjectFault = async ({ recorder, random }, instance) => {
  recorder.recordFault('freeze', instance.name)
  instance.server.freeze()
  // Now and then for longer than anybody waits: what was asked happens after it was given up.
  await wait(random.chance(0.2) ? 6500 : random.between(100, 3000))
  instance.server.thaw()
}

/** Whoever stood still while it was shot never wakes. */
const freezeAndKill: InjectFault = async (context, instance) => {
  context.recorder.recordFault('freeze', instance.name)
  instance.server.freeze()
  await wait(context.random.between(50, 800))
  await kill(context, instance)
}

/** Half a minute is as far as clocks may differ from both sides of the true time (`clockToleranceSeconds`). */
const drawClockOffset = (random: SeededRandom): number => (random.chance(0.3) ? 0 : random.between(-25_000, 25_000))

/** As a machine that comes back without having asked what time it is. */
const restartWithShiftedClock: InjectFault = async ({ recorder, random }, instance) => {
  recorder.recordFault('move the clock', instance.name)
  await instance.server.kill()
  instance.moveClock(drawClockOffset(random))
  await restartInstance(instance)
}

/** As one that asks while it runs, or is moved to another. */
const jumpClock: InjectFault = async ({ recorder, random }, instance) => {
  recorder.recordFault('jump of the clock', instance.name)
  instance.moveClock(drawClockOffset(random))
}

const restartDatabase: InjectFault = async ({ site, recorder }) => {
  recorder.recordFault('restart the database', 'database')
  await site.database.restart?.()
}

/** For as long as whoever is woken by it takes to make room. A PostgreSQL that could not write what it must is over, and has to be started again. */
const fillDisk: InjectFault = async ({ site: { database }, recorder, random }) => {
  if (database.disk === null) return
  recorder.recordFault('fill the disk', 'database')
  await database.disk.fill()
  await wait(random.between(200, 3000))
  database.disk.empty()
  if (database.restart !== null && !(await waitForDatabase(database))) await database.restart()
}

/** Whether it answers by itself within two seconds. */
async function waitForDatabase({ query }: TestServerCluster['database']): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const answered = await query('select 1').catch(() => null)
    if (answered !== null) return true
    await wait(100)
  }
  return false
}

const resetConnections: InjectFault = async ({ recorder }, instance) => {
  recorder.recordFault('reset', instance.name)
  instance.proxy?.reset()
}

/** The one moment at which nobody can know what became of it. */
const resetAtCommit: InjectFault = async ({ recorder, random }, instance) => {
  recorder.recordFault('cut at a commit', instance.name)
  instance.proxy?.cutAtCommit(random.chance(0.5) ? 'unheard' : 'unanswered')
}

const halfClose: InjectFault = async ({ recorder }, instance) => {
  recorder.recordFault('half-close', instance.name)
  instance.proxy?.halfClose()
}

const drop: InjectFault = async ({ recorder, random }, instance) => {
  const isResetAfter = random.chance(0.6)
  recorder.recordFault(isResetAfter ? 'drop and reset' : 'drop', instance.name)
  await instance.proxy?.blackhole(random.between(50, 2500), isResetAfter)
}

const delay: InjectFault = async ({ recorder, random }, instance) => {
  recorder.recordFault('delay', instance.name)
  await instance.proxy?.delay(random.between(5, 60), random.between(300, 1500))
}

const instanceFaults: readonly InjectFault[] = [
  kill,
  kill,
  restart,
  freeze,
  freeze,
  freezeAndKill,
  restartWithShiftedClock,
  jumpClock,
  jumpClock,
]
const connectionFaults: readonly InjectFault[] = [
  resetConnections,
  resetAtCommit,
  resetAtCommit,
  resetAtCommit,
  resetAtCommit,
  resetAtCommit,
  halfClose,
  drop,
  drop,
  delay,
  restartDatabase,
  restartDatabase,
  fillDisk,
  fillDisk,
]
/** Each instance in turn is stopped, and started as the next release (rolling upgrade). Whoever is started otherwise, from the first one on, is of that as well. */
async function rollToNextRelease({ site, recorder, random }: NemesisContext, signal: AbortSignal): Promise<void> {
  site.switchToNextRelease?.()
  for (const instance of site.instances) {
    recorder.recordFault(rollingUpgradeFaultName, instance.name)
    await instance.server.stop()
    await restartInstance(instance)
    if (!signal.aborted) await wait(random.between(0, 3000))
  }
}

/**
 * Disturbs a site until it is told to end, and leaves it whole.
 * @param seed of what is drawn
 * @param pauseMs how long nothing happens between two things of a kind, at most
 */
export async function injectServerClusterFaults(
  context: Omit<NemesisContext, 'random'>,
  seed: string,
  pauseMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { site } = context
  const goOn = async (
    faults: readonly InjectFault[],
    random: SeededRandom,
    { times = Infinity, longest = pauseMs } = {},
  ): Promise<void> => {
    for (let done = 0; done < times && !signal.aborted; done++) {
      await wait(random.between(50, longest))
      if (signal.aborted) break
      const [fault, instance] = [
        random.pick(faults) as InjectFault,
        random.pick(site.instances) as TestServerClusterInstance,
      ]
      await fault({ ...context, random }, instance)
    }
  }
  const disturbInstances = async (random: SeededRandom): Promise<void> => {
    if (site.switchToNextRelease !== null) {
      await goOn(instanceFaults, random, { times: 1 + random.below(4) })
      await rollToNextRelease({ ...context, random }, signal)
    }
    await goOn(instanceFaults, random)
  }
  await Promise.all([
    disturbInstances(createSeededTestRandom(`${seed} instances`)),
    site.database.restart === null
      ? goOn([fillDisk], createSeededTestRandom(`${seed} file`), { longest: pauseMs * 6 })
      : goOn(connectionFaults, createSeededTestRandom(`${seed} connections`)),
  ])
}
