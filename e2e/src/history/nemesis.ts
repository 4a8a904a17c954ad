// The nemesis (fault injection): kills instances, lets them stand still, restarts the database, and cuts what connects them. What is done to instances
// and what is done to the rest goes on side by side, each one thing after the other with a pause in between, as their streams draw it.
import { setTimeout as wait } from 'node:timers/promises'
import { movesOn } from './operation.ts'
import { createRandom } from './randomness.ts'
import type { Random } from './randomness.ts'
import type { Recorder } from './recorder.ts'
import type { Instance, Site } from './site.ts'

interface World {
  site: Site
  recorder: Recorder
  random: Random
}

type Fault = (world: World, instance: Instance) => Promise<void>

/** Starts an instance again, however long its database is away. */
async function startAgain(instance: Instance): Promise<void> {
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

const kill: Fault = async ({ recorder, random }, instance) => {
  recorder.disturb('kill', instance.name)
  await instance.server.kill()
  await wait(random.between(0, 400))
  await startAgain(instance)
}

const restart: Fault = async ({ recorder }, instance) => {
  recorder.disturb('restart', instance.name)
  await instance.server.stop()
  await startAgain(instance)
}

const freeze: Fault = async ({ recorder, random }, instance) => {
  recorder.disturb('freeze', instance.name)
  instance.server.freeze()
  // Now and then for longer than anybody waits: what was asked happens after it was given up.
  await wait(random.chance(0.2) ? 6500 : random.between(100, 3000))
  instance.server.thaw()
}

/** Whoever stood still while it was shot never wakes. */
const freezeAndKill: Fault = async (world, instance) => {
  world.recorder.disturb('freeze', instance.name)
  instance.server.freeze()
  await wait(world.random.between(50, 800))
  await kill(world, instance)
}

/** Half a minute is as far as clocks may differ from both sides of the true time (`clockToleranceSeconds`). */
const drawClock = (random: Random): number => (random.chance(0.3) ? 0 : random.between(-25_000, 25_000))

/** As a machine that comes back without having asked what time it is. */
const startWithAnotherClock: Fault = async ({ recorder, random }, instance) => {
  recorder.disturb('move the clock', instance.name)
  await instance.server.kill()
  instance.moveClock(drawClock(random))
  await startAgain(instance)
}

/** As one that asks while it runs, or is moved to another. */
const jumpClock: Fault = async ({ recorder, random }, instance) => {
  recorder.disturb('jump of the clock', instance.name)
  instance.moveClock(drawClock(random))
}

const restartDatabase: Fault = async ({ site, recorder }) => {
  recorder.disturb('restart the database', 'database')
  await site.database.restart?.()
}

/** For as long as whoever is woken by it takes to make room. A PostgreSQL that could not write what it must is over, and has to be started again. */
const fillDisk: Fault = async ({ site: { database }, recorder, random }) => {
  if (database.disk === null) return
  recorder.disturb('fill the disk', 'database')
  await database.disk.fill()
  await wait(random.between(200, 3000))
  database.disk.empty()
  if (database.restart !== null && !(await comesBack(database))) await database.restart()
}

/** Whether it answers by itself within two seconds. */
async function comesBack({ query }: Site['database']): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const answered = await query('select 1').catch(() => null)
    if (answered !== null) return true
    await wait(100)
  }
  return false
}

const cut: Fault = async ({ recorder }, instance) => {
  recorder.disturb('reset', instance.name)
  instance.proxy?.reset()
}

/** The one moment at which nobody can know what became of it. */
const cutAtCommit: Fault = async ({ recorder, random }, instance) => {
  recorder.disturb('cut at a commit', instance.name)
  instance.proxy?.cutAtCommit(random.chance(0.5) ? 'unheard' : 'unanswered')
}

const halfClose: Fault = async ({ recorder }, instance) => {
  recorder.disturb('half-close', instance.name)
  instance.proxy?.halfClose()
}

const drop: Fault = async ({ recorder, random }, instance) => {
  const isResetAfter = random.chance(0.6)
  recorder.disturb(isResetAfter ? 'drop and reset' : 'drop', instance.name)
  await instance.proxy?.drop(random.between(50, 2500), isResetAfter)
}

const delay: Fault = async ({ recorder, random }, instance) => {
  recorder.disturb('delay', instance.name)
  await instance.proxy?.delay(random.between(5, 60), random.between(300, 1500))
}

const ofInstances: readonly Fault[] = [
  kill,
  kill,
  restart,
  freeze,
  freeze,
  freezeAndKill,
  startWithAnotherClock,
  jumpClock,
  jumpClock,
]
const ofConnections: readonly Fault[] = [
  cut,
  cutAtCommit,
  cutAtCommit,
  cutAtCommit,
  cutAtCommit,
  cutAtCommit,
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
async function moveOn({ site, recorder, random }: World, signal: AbortSignal): Promise<void> {
  site.moveOn?.()
  for (const instance of site.instances) {
    recorder.disturb(movesOn, instance.name)
    await instance.server.stop()
    await startAgain(instance)
    if (!signal.aborted) await wait(random.between(0, 3000))
  }
}

/**
 * Disturbs a site until it is told to end, and leaves it whole.
 * @param seed of what is drawn
 * @param pauseMs how long nothing happens between two things of a kind, at most
 */
export async function disturb(
  world: Omit<World, 'random'>,
  seed: string,
  pauseMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { site } = world
  const goOn = async (
    faults: readonly Fault[],
    random: Random,
    { times = Infinity, longest = pauseMs } = {},
  ): Promise<void> => {
    for (let done = 0; done < times && !signal.aborted; done++) {
      await wait(random.between(50, longest))
      if (signal.aborted) break
      const [fault, instance] = [random.of(faults) as Fault, random.of(site.instances) as Instance]
      await fault({ ...world, random }, instance)
    }
  }
  const disturbInstances = async (random: Random): Promise<void> => {
    if (site.moveOn !== null) {
      await goOn(ofInstances, random, { times: 1 + random.below(4) })
      await moveOn({ ...world, random }, signal)
    }
    await goOn(ofInstances, random)
  }
  await Promise.all([
    disturbInstances(createRandom(`${seed} instances`)),
    site.database.restart === null
      ? goOn([fillDisk], createRandom(`${seed} file`), { longest: pauseMs * 6 })
      : goOn(ofConnections, createRandom(`${seed} connections`)),
  ])
}
