// The nemesis (fault injection): kills instances, lets them stand still, restarts the database, and cuts what connects them. What is done to instances
// and what is done to the rest goes on side by side, each one thing after the other with a pause in between, as their streams draw it.
import { setTimeout as wait } from 'node:timers/promises'
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
async function startAgain({ server }: Instance): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await server.start()
      return
    } catch (error) {
      if (attempt === 20) throw error
      await server.kill()
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
  recorder.disturb('restart', 'database')
  await site.database.restart?.()
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
  halfClose,
  drop,
  drop,
  delay,
  restartDatabase,
  restartDatabase,
]

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
  const goOn = async (faults: readonly Fault[], random: Random): Promise<void> => {
    while (!signal.aborted) {
      await wait(random.between(50, pauseMs))
      if (signal.aborted) break
      const [fault, instance] = [random.of(faults) as Fault, random.of(world.site.instances) as Instance]
      await fault({ ...world, random }, instance)
    }
  }
  await Promise.all([
    goOn(ofInstances, createRandom(`${seed} instances`)),
    // A file has neither connections nor a server.
    world.site.database.restart === null ? null : goOn(ofConnections, createRandom(`${seed} connections`)),
  ])
}
