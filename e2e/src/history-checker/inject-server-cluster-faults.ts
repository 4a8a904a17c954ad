// The nemesis: instance faults and other faults run in parallel, each in sequence with pauses.
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

/** Retries for as long as the database is down. */
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
  // Sometimes longer than any client timeout, so requests execute after clients gave up.
  await wait(random.chance(0.2) ? 6500 : random.between(100, 3000))
  instance.server.thaw()
}

/** The instance is killed while frozen, so it never resumes. */
const freezeAndKill: InjectFault = async (context, instance) => {
  context.recorder.recordFault('freeze', instance.name)
  instance.server.freeze()
  await wait(context.random.between(50, 800))
  await kill(context, instance)
}

/** Clocks may differ from true time by up to half a minute (`clockToleranceSeconds`). */
const drawClockOffset = (random: SeededRandom): number => (random.chance(0.3) ? 0 : random.between(-25_000, 25_000))

/** Like a machine that boots with a wrong clock. */
const restartWithShiftedClock: InjectFault = async ({ recorder, random }, instance) => {
  recorder.recordFault('move the clock', instance.name)
  await instance.server.kill()
  instance.moveClock(drawClockOffset(random))
  await restartInstance(instance)
}

/** Like a clock correction or a VM migration at run time. */
const jumpClock: InjectFault = async ({ recorder, random }, instance) => {
  recorder.recordFault('jump of the clock', instance.name)
  instance.moveClock(drawClockOffset(random))
}

const restartDatabase: InjectFault = async ({ site, recorder }) => {
  recorder.recordFault('restart the database', 'database')
  await site.database.restart?.()
}

/** PostgreSQL stops if it cannot write its log, and must be restarted after space is freed. */
const fillDisk: InjectFault = async ({ site: { database }, recorder, random }) => {
  if (database.disk === null) return
  recorder.recordFault('fill the disk', 'database')
  await database.disk.fill()
  await wait(random.between(200, 3000))
  database.disk.empty()
  if (database.restart !== null && !(await waitForDatabase(database))) await database.restart()
}

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

/** A commit has an unknown outcome only if the connection breaks at this moment. */
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
/** A rolling upgrade. All later restarts use the next release too. */
async function rollToNextRelease({ site, recorder, random }: NemesisContext, signal: AbortSignal): Promise<void> {
  site.switchToNextRelease?.()
  for (const instance of site.instances) {
    recorder.recordFault(rollingUpgradeFaultName, instance.name)
    await instance.server.stop()
    await restartInstance(instance)
    if (!signal.aborted) await wait(random.between(0, 3000))
  }
}

/** Injects faults until aborted, and then restores everything. */
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
